/* The lessons: how the library counts, on small boards that one can change. */
import { Chart, Fleet, Posterior, Rules } from './battleship/index.js';
import { startDensity } from './lesson_density.js';
import { startEnumeration } from './lesson_enumeration.js';
import { startPairs } from './lesson_pairs.js';
import { grouped } from './words.js';

/* The classic layouts, which nobody lists. */
function countClassic() {
    const rules = new Rules(Fleet.preset('classic'));
    const chart = new Chart(rules);
    const posterior = new Posterior(chart);
    const layouts = posterior.formatLayouts();
    [posterior, chart, rules].forEach((object) => object.free());
    return grouped(layouts);
}

export function startLessons() {
    document.getElementById('classic-layouts').textContent = countClassic();
    startEnumeration();
    startPairs();
    startDensity();
}
