"""A game of two sides, agent by agent."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np

from ._c import ffi, lib
from ._core import Held, call, check, expect, make, new, pointer, seed_of
from .rules import Rules
from .spaces import Box, Dict, Discrete

SIDES = {"a": lib.BSHIP_SIDE_A, "b": lib.BSHIP_SIDE_B}


class Duel(Held):
    """A game of two sides, "a" and "b", shaped like an AEC environment of PettingZoo, which is not
    needed. Both fleets lie uniformly at random.

    An action is the number of a cell, y * width + x. An observation is a dictionary: "observation",
    uint8[height, width], what the side knows of the other's board, as `Chart.states`, and
    "action_mask", int8[cells], 1 where the side may fire now. The winner's reward is 1, the loser's
    -1. A salvo is as many steps of a side, and is fired with the last of them. A shot that the rules
    refuse raises an Error and changes nothing. The game of the seed has begun with the object.
    """

    metadata = {"name": "battleship", "render_modes": [], "is_parallelizable": False}
    render_mode = None
    possible_agents = list(SIDES)
    max_num_agents = len(SIDES)

    def __init__(self, rules: Rules, seed: int = 0):
        self.rules = expect(rules, Rules, "rules")
        self._observation_space = Dict({
            "observation": Box(0, lib.BSHIP_CHART_STATE_BLOCKED, (rules.height, rules.width),
                               np.uint8),
            "action_mask": Box(0, 1, (rules.cells,), np.int8)})
        self._action_space = Discrete(rules.cells)
        self._c = new("bship_game", lib.bship_game_free, lib.bship_game_new, rules._c,
                      make("bship_game_options", sampler=rules.sampler))
        self.reset(seed)

    def observation_space(self, agent: str) -> Dict:
        """The space of a side's observations."""
        return self._observation_space

    def action_space(self, agent: str) -> Discrete:
        """The space of a side's actions."""
        return self._action_space

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begins a game: the one of the seed or, without one, of the seed after the last. There are
        no options, and one that is given is refused."""
        if options:
            raise ValueError(f"there are no options such as {options!r}")
        self._seed = (self._seed + 1) % (1 << 64) if seed is None else seed_of(seed)
        lib.bship_game_reset(self._c, self._seed, 0)
        for side in SIDES.values():
            call(lib.bship_game_place_random, self._c, side, ffi.NULL, ffi.NULL)
        call(lib.bship_game_start, self._c)
        self.agents, self._salvo = list(SIDES), []
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations, self.truncations = dict.fromkeys(SIDES, False), dict.fromkeys(SIDES, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in SIDES}
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        side = lib.bship_game_to_move(self._c)
        return next((agent for agent, one in SIDES.items() if one == side), self.agents[0])

    def _selected(self) -> str:
        if not self.agents:
            raise ValueError("the game is over, and both sides have left it")
        return self.agent_selection

    def observe(self, agent: str) -> dict[str, Any]:
        """What a side knows."""
        states = np.empty((self.rules.height, self.rules.width), np.uint8)
        chart = lib.bship_game_chart(self._c, SIDES[agent])
        lib.bship_chart_states(chart, pointer(states), states.size)
        mask = np.zeros(states.size, np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask[:] = states.ravel() == lib.BSHIP_CHART_STATE_UNKNOWN
            mask[self._salvo] = 0
        return {"observation": states, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Fires a shot for the side `agent_selection`; once the game is over, each side makes a last
        step with None."""
        agent = self._selected()
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        if action not in self._action_space:
            raise ValueError(f"{action} is no action")
        chart = lib.bship_game_chart(self._c, SIDES[agent])
        check(lib.bship_chart_check_fire(chart, divmod(int(action), self.rules.width)[::-1]))
        if int(action) in self._salvo:
            check(lib.BSHIP_ERROR_DUPLICATE)
        salvo = [*self._salvo, int(action)]
        if len(salvo) == lib.bship_game_shots_due(self._c):
            cells = [divmod(cell, self.rules.width)[::-1] for cell in salvo]
            call(lib.bship_game_fire_salvo, self._c, ffi.new("bship_cell[]", cells), len(cells))
            salvo = []
        self._salvo = salvo
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self._to_move()
        self.rewards = dict.fromkeys(SIDES, 0.0)
        if lib.bship_game_phase(self._c) == lib.BSHIP_PHASE_OVER:
            winner = lib.bship_game_outcome(self._c)
            for one, side in SIDES.items():
                self.terminations[one] = True
                if winner != lib.BSHIP_OUTCOME_DRAW:
                    self.rewards[one] = 1.0 if winner == side else -1.0
                self._cumulative_rewards[one] += self.rewards[one]

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise ValueError("the game is over: the only action is None")
        self.agents.remove(agent)
        for values in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations,
                       self.infos):
            del values[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.agents[0] if self.agents else agent

    def last(self, observe: bool = True
             ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, termination, truncation and info of the side
        `agent_selection`."""
        agent = self._selected()
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        """The side to step next, until both have left or for at most `max_iter` steps."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    @property
    def num_agents(self) -> int:
        """The number of sides that have not left."""
        return len(self.agents)

    @property
    def unwrapped(self) -> Duel:
        """The environment itself."""
        return self

    def close(self) -> None:
        """Does nothing: the game is freed with the object."""
