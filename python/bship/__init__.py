"""Battleship by libbattleship: rules, exact inference and opponents as numpy arrays.

    import bship
    rules = bship.Rules("8x8", fleet=[5, 4, 3, 2])
    chart = bship.Chart(rules).record("D4 hit").record("E4 miss")
    posterior = bship.Posterior(chart)
    print(posterior.p.round(3), posterior.exact, posterior.count)

Arrays go row by row: [y, x], and cell (x, y) has the number y * width + x. Every failure of the
library raises a bship.Error. An object may be used by one thread at a time, Rules by any number.
"""

from ._c import ffi as _ffi, lib as _lib
from ._core import Error
from .baseline import Evaluation, baseline, evaluate, strategies
from .chart import HIT, MISS, SUNK, UNKNOWN, Chart
from .duel import Duel
from .match import Match
from .posterior import Posterior, Posteriors, posteriors
from .review import regret
from .rules import Rules
from .vector import VectorEnv
from .weighted import Weighted

__version__ = _ffi.string(_lib.BSHIP_VERSION_STRING).decode()
__all__ = ["HIT", "MISS", "SUNK", "UNKNOWN", "Chart", "Duel", "Error", "Evaluation", "Match",
           "Posterior", "Posteriors", "Rules", "VectorEnv", "Weighted", "baseline", "evaluate",
           "posteriors", "regret", "strategies"]
