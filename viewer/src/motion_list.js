// The list of motions, for choosing one.
import { element } from './dom.js';
import { atLeastText } from './numbers.js';
import { section } from './side_panel.js';
import { nameOf, smallest, verdictName } from './verdict_text.js';

export class MotionList {
  constructor(page, choose) {
    this.buttons = page.motions.map((motion, i) =>
      element('button.motion', { click: () => choose(i) },
        element(`i.dot.${motion.verdict.verdict}`, { 'aria-hidden': 'true' }),
        element('span', {}, nameOf(motion)),
        element('small', {}, note(motion)),
      ),
    );
    this.node = section('Motions', element('div.motions', {}, this.buttons));
  }

  show(index) {
    this.buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === index)));
    this.buttons[index]?.scrollIntoView({ block: 'nearest' });
  }
}

function note(motion) {
  const [distance, how] = smallest(motion);
  if (how === 'proven') return `at least ${atLeastText(distance, motion.margin)}`;
  return verdictName(motion.verdict).toLowerCase();
}
