'use strict';
// The Gamepad API's standard layout, read once a frame while a controller is there.
const Pads = (() => {
  // Bits of the engine's buttons, by the standard layout's numbers; triggers are axes of their own.
  const BIT = [0, 1, 2, 3, 4, 5, -1, -1, 9, 8, 6, 7, 11, 12, 13, 14, 10, 15];
  const known = new Map();

  const read = (pad) => {
    let buttons = 0;
    pad.buttons.forEach((button, index) => {
      if (button.pressed && BIT[index] >= 0) buttons |= 1 << BIT[index];
    });
    const axis = (index) => pad.axes[index] || 0;
    const trigger = (index) => (pad.buttons[index] ? pad.buttons[index].value : 0);
    return [
      buttons >>> 0, axis(0), -axis(1), axis(2), -axis(3), trigger(6), trigger(7),
    ];
  };

  return {
    /** Names of the controllers that are there. */
    names: () => [...known.values()].map((pad) => pad.name),
    get count() { return known.size; },
    /** Sends what changed; `said` is told of a controller that came or went. */
    poll(time, said) {
      if (!navigator.getGamepads) return false;
      const seen = new Set();
      let changed = false;
      for (const pad of navigator.getGamepads()) {
        if (!pad || !pad.connected) continue;
        seen.add(pad.index);
        if (!known.has(pad.index)) {
          const name = pad.id.replace(/\s*\(.*\)\s*$/, '') || 'Controller';
          known.set(pad.index, { name, last: '' });
          said(pad.mapping === 'standard'
            ? `${name} is connected.`
            : `${name} is connected, but this browser does not know its layout.`);
        }
        const state = read(pad);
        const text = state.join();
        const before = known.get(pad.index);
        if (text !== before.last) {
          before.last = text;
          Engine.pad(pad.index, time, ...state);
          changed = true;
        }
      }
      for (const [index, pad] of known) {
        if (seen.has(index)) continue;
        known.delete(index);
        Engine.padLost(index, time);
        said(`${pad.name} is gone; nothing stays held.`);
        changed = true;
      }
      return changed;
    },
    /** The buttons held, as the engine numbers them. */
    bits: (pad) => read(pad)[0],
    /** Lets go of everything, as when the page is hidden. */
    release(time) {
      for (const index of known.keys()) Engine.padLost(index, time);
      known.clear();
    },
  };
})();
