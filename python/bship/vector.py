"""Many games of one side in lockstep, as agents are trained on."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._c import ffi, lib
from ._core import Held, check, expect, given, make, new, pointer, seed_of, whole
from .rules import Rules
from .spaces import Box, Discrete, MultiDiscrete

NO_CELL = np.int32(-1)


class VectorEnv(Held):
    """`num_envs` games in each of which shots are fired at a hidden fleet that lies uniformly at
    random, with the interface of gymnasium's vector environments.

    An action is the number of a cell, y * width + x. An observation is uint8[num_envs, height,
    width]: `bship.UNKNOWN`, `MISS`, `HIT`, `SUNK` in the cell whose shot sank a ship, and further
    states of the library, as the reports say. A reward is the points of a ship that is sunk, 1 unless
    the fleet says otherwise. A game is terminated when its fleet is sunk, and truncated after `shots`
    shots (0: as many as the rules give a side); the next step begins another game instead of firing,
    as gymnasium's AutoresetMode.NEXT_STEP has it.

    The infos have, for each game:
    - "action_mask": int8[num_envs, cells], 1 where a shot can have an effect;
    - "action": int32, the cell of the shot; -1 if there was none, in a game that began;
    - "result": uint8, 0 miss, 1 hit, 2 sunk, 3 wasted, as the rules disclose it;
    - "ship": int16, the ship that the report tells, or -1: the first of its name or length;
    - "shown": int32, where the sunk ship lies that the report shows: twice the number of its first
      cell, plus 1 if it extends down; -1 where none is shown;
    - "status": int32, 0 or the status of a shot that was refused: then nothing has happened;
    - "began": bool, whether the game began with this step;
    - "over": bool, whether it is terminated or truncated.

    Game i depends on the seed and on i alone. gymnasium is not needed; whoever wants its wrappers
    derives a class from this one and gymnasium.vector.VectorEnv.
    """

    metadata: dict[str, Any] = {"autoreset_mode": "NextStep", "render_modes": []}
    render_mode = None
    spec = None

    def __init__(self, rules: Rules, num_envs: int = 1, *, shots: int = 0, seed: int = 0):
        self.rules, self.closed = expect(rules, Rules, "rules"), False
        self.num_envs = num_envs = whole(num_envs, lib.BSHIP_BATCH_GAMES_MAX, "num_envs")
        shape, states = (rules.height, rules.width), lib.BSHIP_CHART_STATE_BLOCKED
        self.single_observation_space = Box(0, states, shape, np.uint8)
        self.observation_space = Box(0, states, (num_envs, *shape), np.uint8)
        self.single_action_space = Discrete(rules.cells)
        self.action_space = MultiDiscrete([rules.cells] * num_envs)
        options = make("bship_batch_options", seed=seed, shots=shots, sampler=rules.sampler)
        self._c = new("bship_batch", lib.bship_batch_free, lib.bship_batch_new, rules._c, num_envs,
                      options)
        self._over = np.zeros(num_envs, bool)

    def reset(self, *, seed: int | None = None, options: Any = None
              ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins all games: with a seed those of that seed, else the next ones. There are no
        options, and one that is given is refused."""
        if options:
            raise ValueError(f"there are no options such as {options!r}")
        if seed is None:
            check(lib.bship_batch_start(self._c, ffi.NULL, self.num_envs))
        else:
            lib.bship_batch_reset(self._c, seed_of(seed))
        step = _Step(self)
        check(lib.bship_batch_observe(self._c, step.arrays))
        for array, value in ((step.result, 0), (step.ship, -1), (step.status, 0)):
            array.fill(value)
        step.over, self._over = np.zeros((2, self.num_envs), bool)
        return step.observation, step.infos(np.full(self.num_envs, -1, np.int32), ~step.over)

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.uint8], NDArray[np.float32],
                                                NDArray[np.bool_], NDArray[np.bool_],
                                                dict[str, Any]]:
        """Fires a shot in each game. Returns observations, rewards, terminations, truncations, each
        with an item for each game, and the infos."""
        cells = given(actions, np.int32, (self.num_envs,), "actions")
        began = self._over
        check(lib.bship_batch_start(self._c, pointer(began), self.num_envs))
        cells = np.where(began, NO_CELL, cells)
        step = _Step(self)
        check(lib.bship_batch_step(self._c, pointer(cells), self.num_envs, step.arrays))
        step.status[began] = 0
        step.over = step.done != 0
        self._over = step.over.copy()
        return (step.observation, step.points, step.done == lib.BSHIP_BATCH_END_SUNK,
                step.done == lib.BSHIP_BATCH_END_SHOTS, step.infos(cells, began))

    def layouts(self) -> NDArray[np.int16]:
        """The hidden fleets, to compare an agent with the truth: int16[num_envs, ships, 3]."""
        layouts = np.empty((self.num_envs, len(self.rules.lengths), 3), np.int16)
        check(lib.bship_batch_layouts(self._c, pointer(layouts), *layouts.shape[:2]))
        return layouts

    @property
    def unwrapped(self) -> VectorEnv:
        """The environment itself."""
        return self

    def close(self, **_: Any) -> None:
        """Notes that it is not needed any more; its memory is freed with the object."""
        self.closed = True


class _Step:
    """New arrays for what a step writes, the caller's afterwards, and `arrays`, which says where they
    are."""

    def __init__(self, env: VectorEnv):
        n = env.num_envs
        self.observation = np.empty(env.observation_space.shape, np.uint8)
        self.mask = np.empty((n, env.rules.cells), np.int8)
        self.result, self.ship = np.empty(n, np.uint8), np.empty(n, np.int16)
        self.done, self.status = np.empty(n, np.uint8), np.empty(n, np.int32)
        self.points, self.shown = np.empty(n, np.float32), np.empty(n, np.int32)
        memory = {name: pointer(array) for name, array in vars(self).items()}
        self.arrays = make("bship_batch_arrays", count=n, cells=env.rules.cells, **memory)
        self.over: NDArray[np.bool_]

    def infos(self, cells: NDArray[np.int32], began: NDArray[np.bool_]) -> dict[str, Any]:
        return {"action_mask": self.mask, "action": cells, "result": self.result,
                "ship": self.ship, "shown": self.shown, "status": self.status, "began": began,
                "over": self.over}
