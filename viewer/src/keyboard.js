// The keyboard shortcuts, wherever the focus is except in a text field.

const typing = (target) => target.matches?.('input:not([type=checkbox]), select, textarea');

export function listen(app) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const inScene = event.target.closest?.('.stage');
    const step = event.shiftKey ? 0.001 : 0.01;
    const turn = { a: [-1, 0], d: [1, 0], w: [0, 1], s: [0, -1] }[event.key.toLowerCase()];
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const actions = {
      ' ': () => app.setPlaying(!app.playing),
      Home: () => app.seek(app.motion.begin),
      End: () => app.seek(app.motion.end),
      c: () => app.toContact(),
      l: () => app.toLowest(),
      n: () => app.chooseMotion(app.index + 1),
      p: () => app.chooseMotion(app.index - 1),
      t: () => app.switchTheme(),
      0: () => app.home(),
      '+': () => app.scene.zoom(1.15),
      '=': () => app.scene.zoom(1.15),
      '-': () => app.scene.zoom(1 / 1.15),
    };
    const isButton = event.target.matches?.('button, summary, [role=button], input');
    if (isButton && (event.key === ' ' || event.key === 'Enter')) return;
    if (turn) app.scene.orbit(...turn);
    else if (arrow && inScene) app.scene.orbit(...arrow);
    else if (arrow && arrow[0]) app.step(arrow[0] * step);
    else if (arrow && event.target.closest?.('.plot')) app.step(arrow[1] * step);
    else if (actions[event.key] ?? actions[event.key.toLowerCase()]) (actions[event.key] ?? actions[event.key.toLowerCase()])();
    else return;
    event.preventDefault();
  });
}
