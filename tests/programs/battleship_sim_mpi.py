#!/usr/bin/env python3
"""battleship_sim_mpi.py PROGRAM [MPIRUN]: the simulation in several processes. Without MPIRUN, the
program is built without MPI and must say so."""

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

MPIRUN = sys.argv.pop(2) if len(sys.argv) > 2 else None
PROGRAM = sys.argv.pop(1)
SMALL = ("--board", "6x6", "--fleet", "3,2", "--strategy", "hunt,random,density", "--no-timing")
# Open MPI refuses to start as root, or more processes than there are cores, unless it is told to.
# Its own leaks are not ours.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl": "self,vader",
               "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "ASAN_OPTIONS": "detect_leaks=0"}


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, **more)


def alone(*options):
    result = run(PROGRAM, *options)
    assert result.returncode == 0, result.stderr
    return result.stdout


def together(ranks, *options):
    return run(MPIRUN, "-n", str(ranks), PROGRAM, *options, env=ENVIRONMENT)


@unittest.skipIf(MPIRUN, "built with MPI")
class Missing(unittest.TestCase):
    def test_several_processes_are_refused_once(self):
        for size, rank in (("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
                           ("PMI_SIZE", "PMI_RANK")):
            first, second = (run(PROGRAM, *SMALL, env={**os.environ, size: "3", rank: number})
                             for number in "01")
            self.assertEqual((first.returncode, second.returncode), (2, 2))
            self.assertIn("built without MPI", first.stderr)
            self.assertEqual((first.stdout, second.stdout, second.stderr), ("", "", ""))

    def test_one_process_of_a_launcher_plays(self):
        result = run(PROGRAM, *SMALL, env={**os.environ, "OMPI_COMM_WORLD_SIZE": "1",
                                           "OMPI_COMM_WORLD_RANK": "0"})
        self.assertEqual((result.returncode, result.stdout), (0, alone(*SMALL)))


@unittest.skipUnless(MPIRUN, "built without MPI")
class Ranks(unittest.TestCase):
    def same(self, ranks, *options):
        result = together(ranks, *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, alone(*options))
        return result

    def test_any_number_of_ranks_prints_the_same(self):
        for ranks in (2, 3, 4):
            self.same(ranks, *SMALL, "--games", "1001", "--format", "json")
        self.same(2, *SMALL, "--games", "300", "--threads", "2", "--placement", "uniform,edge")
        self.same(2, *SMALL, "--games", "1")

    def test_series_are_not_divided(self):
        options = ("--board", "5x5", "--fleet", "3,2", "--strategy", "posterior", "--habits",
                   "--series", "7", "--games", "31", "--placement", "edge:30", "--no-timing",
                   "--format", "json")
        for ranks in (2, 4):
            self.same(ranks, *options)

    def test_an_error_is_reached_after_the_same_game(self):
        self.same(3, *SMALL, "--games", "100000", "--until-error", "0.1", "--format", "json")

    def test_all_layouts_are_divided(self):
        self.same(2, "--board", "4x4", "--fleet", "3,2", "--strategy", "density,hunt", "--layouts",
                  "all", "--no-timing")

    def test_decisions_are_made_once_a_rank(self):
        """The ranks play part after part, and none begins to think anew."""
        options = ("--board", "4x4", "--fleet", "3,2", "--strategy", "search", "--layouts", "all",
                   "--no-timing")

        def seconds(ranks):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.assertEqual(together(ranks, *options).returncode, 0)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.assertLess(seconds(2), 4 * seconds(1))

    def test_messages_are_printed_once(self):
        result = together(3, "--strategy", "nobody")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertEqual(result.stderr.count("nobody"), 1, result.stderr)

    def test_rows_take_one_process(self):
        result = together(2, *SMALL, "--raw", os.devnull)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertEqual(result.stderr.count("for one process, not for 2"), 1, result.stderr)

    def test_help_is_printed_once(self):
        self.assertEqual(together(2, "--help").stdout, alone("--help"))

    def test_failed_games_are_counted(self):
        options = ("--strategy", "density", "--games", "20", "--work", "1", "--no-timing")
        result = together(2, *options)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout, run(PROGRAM, *options).stdout)


@unittest.skipUnless(MPIRUN, "built without MPI")
class Checkpoints(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.place = pathlib.Path(holder.name)
        self.file = self.place / "checkpoint"

    def test_ranks_and_one_process_continue_each_other(self):
        options = (*SMALL, "--format", "json", "--until-error", "0.05", "--games", "100000",
                   "--checkpoint", str(self.file))
        first = together(3, *options)
        self.assertEqual(first.returncode, 0, first.stderr)
        again = run(PROGRAM, *options)
        self.assertEqual((again.returncode, again.stdout), (0, first.stdout))
        self.assertEqual(together(2, *options).stdout, first.stdout)

    def games_so_far(self):
        """The number of games in the checkpoint; 0 if there is none."""
        text = self.file.read_text(encoding="utf-8") if self.file.exists() else "\ngames 0\n"
        return re.search(r"^games (\d+)$", text, re.MULTILINE)[1]

    def begin(self, *options):
        """Starts three ranks, each of which leaves its number where signal_ranks() finds it."""
        start = 'echo $$ > "$0/${OMPI_COMM_WORLD_RANK:-$PMI_RANK}.pid"; exec "$@"'
        job = subprocess.Popen([MPIRUN, "-n", "3", "sh", "-c", start, str(self.place), PROGRAM,
                                *options, "--games", "1000000000"], env=ENVIRONMENT, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(job.communicate)
        self.addCleanup(job.terminate)
        return job

    def wait_for(self, job, is_there):
        while not is_there():
            self.assertIsNone(job.poll(), "the job ended before it was to")
            time.sleep(0.01)

    def signal_ranks(self, number, *ranks):
        for rank in ranks:
            os.kill(int((self.place / f"{rank}.pid").read_text(encoding="ascii")), number)

    def end_by(self, number, *options, ranks):
        """Sends a signal to some of three ranks, once there is a checkpoint with games."""
        job = self.begin(*options)
        self.wait_for(job, lambda: self.games_so_far() != "0")
        self.signal_ranks(number, *ranks)
        output, errors = job.communicate(timeout=120)
        self.assertNotEqual(job.returncode, 0)
        return output, errors

    def played(self, output):
        """How many games an output in JSON is of, which must be incomplete."""
        data = json.loads(output)
        self.assertFalse(data["complete"])
        for row in data["strategies"]:
            self.assertEqual(sum(count for _, count in row["histogram"]), data["played"])
        return data["played"]

    def options(self):
        return (*SMALL, "--checkpoint", str(self.file), "--format", "json")

    def test_ranks_that_are_to_end_print_the_results_so_far(self):
        output, _ = self.end_by(signal.SIGTERM, *self.options(), ranks=(0, 1, 2))
        # The signal may come between two parts: then there are no others.
        self.assertGreaterEqual(self.played(output), int(self.games_so_far()))

    def test_games_of_a_part_that_is_interrupted_are_not_lost(self):
        # The others play their blocks of that part to the end, which no checkpoint has.
        output, _ = self.end_by(signal.SIGTERM, *self.options(), ranks=(2,))
        self.assertGreater(self.played(output), int(self.games_so_far()), "the last part is lost")

    def test_a_checkpoint_that_fails_after_an_interruption_loses_no_games(self):
        self.file = self.place / "directory" / "checkpoint"
        self.file.parent.mkdir()
        job = self.begin(*self.options())
        self.wait_for(job, lambda: self.games_so_far() != "0")
        self.signal_ranks(signal.SIGSTOP, 2)
        games = int(self.games_so_far())
        self.file.parent.rename(self.place / "elsewhere")
        time.sleep(2.5)  # until another one is due
        self.signal_ranks(signal.SIGTERM, 2)
        self.signal_ranks(signal.SIGCONT, 2)
        output, errors = job.communicate(timeout=120)
        self.assertEqual(errors.count("battleship-sim: --checkpoint: "), 1, errors)
        self.assertGreater(self.played(output), games)

    def test_an_end_before_the_first_game_says_so(self):
        # The first aim takes far longer than this test.
        job = self.begin("--strategy", "search", "--board", "30x30", "--checkpoint", str(self.file),
                         "--format", "json")
        self.wait_for(job, self.file.exists)
        self.signal_ranks(signal.SIGTERM, 0, 1, 2)
        output, errors = job.communicate(timeout=120)
        self.assertNotEqual(job.returncode, 0)
        self.assertEqual(errors.count("interrupted before the first game was over"), 1, errors)
        self.assertEqual(self.played(output), 0)

    def test_a_lost_rank_ends_the_job_and_leaves_the_checkpoint(self):
        options = (*SMALL, "--checkpoint", str(self.file), "--games")
        output, errors = self.end_by(signal.SIGKILL, *options[:-1], ranks=(1,))
        self.assertEqual(output, "")
        self.assertTrue(errors)
        games = self.games_so_far()
        more = str(int(games) + 500)
        resumed = run(PROGRAM, *options, more)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertEqual(resumed.stdout, alone(*SMALL, "--games", more))


unittest.main()
