'use strict';
// What the page shows of the engine's state, and the commands its controls send.
const $ = (id) => document.getElementById(id);

const Panels = (() => {
  const BASICS = ['1b1d26', '33518f', '2f7d5b', 'c8452f', 'e0a526', '7b4f9d', 'ffffff'];
  const BUTTONS = [
    ['Cross', 'A'], ['Circle', 'B'], ['Square', 'X'], ['Triangle', 'Y'], ['L1', 'LB'], ['R1', 'RB'],
    ['L3', ''], ['R3', ''], ['OPTIONS', 'Menu'], ['SHARE', 'View'], ['PS', 'Guide'], ['Up', ''],
    ['Down', ''], ['Left', ''], ['Right', ''], ['Touchpad', ''],
  ];
  const ACTIONS = {
    nothing: 'nothing', choose: 'take, press', palette: 'show the colours',
    shuffle: 'make new colours', undo: 'undo', redo: 'redo', 'next-tool': 'next tool',
    'previous-tool': 'tool before', eraser: 'eraser, and back', wider: 'wider', thinner: 'thinner',
    opacity: 'hold for opacity', home: 'reset the view', why: 'say why',
    centre: 'centre the pointer',
  };
  const KEYS = [
    ['P M N E S', 'pen, marker, pencil, eraser, select'], ['[ ]', 'thinner, wider'],
    ['C', 'colours'], ['X', 'new colours'], ['Ctrl Z', 'undo'], ['Ctrl Shift Z', 'redo'],
    ['Del', 'delete the selection'], ['+ − 0', 'zoom, reset'], ['R, Shift R', 'turn'],
    ['arrows', 'move the paper'], ['W', 'why: the last touches'], ['D', 'light or dark'],
    ['Esc', 'close, select nothing'],
  ];
  const SVG = 'http://www.w3.org/2000/svg';
  let open = null;
  let send = () => {};
  let curve = null;

  const element = (name, props = {}, ...children) => {
    const made = Object.assign(document.createElement(name), props);
    made.append(...children);
    return made;
  };
  const shape = (name, attributes, parent) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  };
  const button = (panel) => document.querySelector(`[aria-controls="${panel}"]`);

  // MARK: Showing and hiding

  const show = (id) => {
    if (open === id) return;
    hide();
    open = id;
    $(id).hidden = false;
    button(id)?.setAttribute('aria-expanded', 'true');
    if (id === 'p-color') measureList();
    if (id === 'p-touch') explain();
    document.dispatchEvent(new CustomEvent('panel', { detail: id }));
  };
  const hide = () => {
    if (!open) return;
    const was = open;
    $(open).hidden = true;
    button(open)?.setAttribute('aria-expanded', 'false');
    open = null;
    document.dispatchEvent(new CustomEvent('panel', { detail: null, was }));
  };
  const measureList = () => {
    const box = $('list').getBoundingClientRect();
    send(`list ${box.left.toFixed(2)} ${box.top.toFixed(2)} ${box.width.toFixed(2)} ${box.height.toFixed(2)} 56`
      .replace(/-\d+\.\d+/g, '0'));
  };
  const explain = () => {
    const records = JSON.parse(Engine.text(0, 1));
    $('why').replaceChildren(...records.slice(0, 12).map((record) => element('li',
      { className: record.verdict },
      element('time', { textContent: `${record.at.toFixed(1)} s` }),
      element('b', { textContent: record.verdict }),
      ` — ${record.sentence}.`)));
    $('why-none').hidden = records.length > 0;
  };

  // MARK: The pressure curve

  const drawCurve = (values) => {
    const [low, high, ...points] = values;
    const place = (index) => {
      const share = points.length > 1 ? index / (points.length - 1) : 0;
      return [200 * (low + (high - low) * share), 200 * (1 - points[index])];
    };
    const path = points.map((_, index) => place(index).map((n) => n.toFixed(1)).join(' '));
    $('curve-line').setAttribute('d', `M0 200H${place(0)[0].toFixed(1)}L${path.join('L')}H200`);
    [...$('curve-points').children].forEach((group, index) => {
      const [x, y] = place(index);
      group.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      group.setAttribute('aria-valuenow', String(Math.round(points[index] * 100)));
    });
    curve = values;
  };
  const sendCurve = (values) => {
    send(`curve ${values.map((value) => Math.max(0, Math.min(1, value)).toFixed(4)).join(' ')}`);
  };
  const makeCurve = () => {
    for (let index = 0; index < 5; index += 1) {
      const group = shape('g', {
        tabindex: '0', role: 'slider', 'aria-label': `Width at step ${index + 1} of 5`,
        'aria-valuemin': '0', 'aria-valuemax': '100',
      }, $('curve-points'));
      shape('circle', { r: '8' }, group);
      shape('circle', { r: '34', class: 'grip' }, group);
      const move = (dx, dy) => {
        const values = [...curve];
        values[2 + index] += dy;
        if (index === 0) values[0] = Math.min(values[1] - 0.05, values[0] + dx);
        if (index === 4) values[1] = Math.max(values[0] + 0.05, values[1] + dx);
        sendCurve(values);
      };
      group.addEventListener('pointerdown', (event) => group.setPointerCapture(event.pointerId));
      group.addEventListener('pointermove', (event) => {
        if (!group.hasPointerCapture(event.pointerId)) return;
        const box = $('curve').getBoundingClientRect();
        const unit = 232 / Math.min(box.width, box.height) / 200;
        move(event.movementX * unit, -event.movementY * unit);
      });
      group.addEventListener('keydown', (event) => {
        const step = { ArrowUp: [0, 0.05], ArrowDown: [0, -0.05], ArrowLeft: [-0.05, 0], ArrowRight: [0.05, 0] }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        move(...step);
      });
    }
  };

  // MARK: The controller

  const makePad = () => {
    const picture = $('pad-picture');
    shape('path', { d: 'M95 40h170c38 0 60 22 68 58l14 62c6 30-30 48-52 22l-30-36H95l-30 36C43 208 7 190 13 160l14-62c8-36 30-58 68-58z' }, picture);
    const at = [
      [268, 118], [290, 96], [246, 96], [268, 74], [84, 26], [276, 26], [130, 132], [230, 132],
      [222, 56], [138, 56], [180, 138], [92, 74], [92, 118], [70, 96], [114, 96], [180, 74],
    ];
    const sign = ['✕', '○', '□', '△', 'L1', 'R1', '', '', '≡', '⋮', '', '↑', '↓', '←', '→', ''];
    at.forEach(([x, y], bit) => {
      const wide = bit === 4 || bit === 5;
      if (bit === 15) shape('rect', { x: 152, y: 54, width: 56, height: 40, rx: 6, 'data-bit': bit }, picture);
      else if (wide) shape('rect', { x: x - 26, y: y - 9, width: 52, height: 18, rx: 8, 'data-bit': bit }, picture);
      else shape('circle', { cx: x, cy: y, r: bit === 6 || bit === 7 ? 22 : bit === 10 ? 7 : 11, 'data-bit': bit }, picture);
      if (sign[bit]) shape('text', { x, y: y + 3.5 }, picture).textContent = sign[bit];
    });
    const fixed = [['Left stick', 'scroll the colours, move the paper'], ['Right stick', 'move the pointer'], ['L2 R2', 'zoom']];
    $('pad-actions').replaceChildren(
      ...fixed.map(([name, what]) => element('li', {}, element('span', { textContent: name }), element('span', { textContent: what }))),
      ...BUTTONS.map(([name, other], bit) => {
        const choice = element('select', {
          onchange: () => {
            send(`map ${bit} ${choice.value}`);
            Settings.set(`map${bit}`, choice.value);
          },
        }, ...Object.entries(ACTIONS).map(([value, text]) => element('option', { value, textContent: text })));
        choice.dataset.bit = String(bit);
        return element('li', {}, element('label', { textContent: other ? `${name}, ${other}` : name, htmlFor: `map${bit}` }),
          Object.assign(choice, { id: `map${bit}` }));
      }));
  };

  // MARK: State

  /** Widths are chosen on a scale on which equal ways are equal ratios. */
  const toSlider = (width, [low, high]) => 1000 * Math.log(width / low) / Math.log(high / low);
  const fromSlider = (value, [low, high]) => low * (high / low) ** (value / 1000);
  const luminance = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
    .reduce((sum, part, index) => sum + part * [0.299, 0.587, 0.114][index], 0);
  let colors = '';
  let seen = {};

  const update = (state) => {
    const tool = state.tools[state.tool];
    for (const each of document.querySelectorAll('[data-tool]')) {
      each.setAttribute('aria-checked', String(each.dataset.tool === state.tool));
    }
    document.querySelector('#b-color .swatch').style.background = tool.color;
    document.querySelector('#b-color .swatch').style.opacity = String(tool.opacity);
    const dot = document.querySelector('#b-size .dot');
    const size = Math.max(3, Math.min(28, tool.width * 96 / 25.4));
    dot.style.width = dot.style.height = `${size}px`;
    $('b-undo').disabled = !state.canUndo;
    $('b-redo').disabled = !state.canRedo;
    $('b-delete').hidden = !state.selected;
    $('hint').classList.toggle('gone', !state.isEmpty);
    const turn = Math.round(((state.turn % 360) + 540) % 360 - 180);
    $('zoom').textContent = `${Math.round(state.zoom * 100)} %${turn ? ` ${turn}°` : ''}`;
    polygon($('selection'), state.selection);
    polygon($('frame'), state.frame);
    $('width').value = String(toSlider(tool.width, tool.widths));
    $('width').nextElementSibling.textContent = `${tool.width.toFixed(tool.width < 10 ? 1 : 0)} mm`;
    $('opacity').value = String(tool.opacity * 100);
    $('opacity').nextElementSibling.textContent = `${Math.round(tool.opacity * 100)} %`;
    $('l-erases').hidden = state.tool !== 'eraser';
    $('pressure').hidden = state.tool === 'eraser';
    $('erases').checked = state.erasesStrokes;
    $('any').value = tool.color;
    $('hex').textContent = tool.color.toUpperCase();
    $('learning').textContent = state.learning
      ? `Write ${state.learning} more ${state.learning === 1 ? 'stroke' : 'strokes'} as you usually do.` : '';
    drawCurve(state.curve);
    for (const name of ['hand', 'fingers']) {
      const choice = document.querySelector(`input[name="${name}"][value="${state[name]}"]`);
      if (choice) choice.checked = true;
    }
    $('rejection').checked = state.rejection;
    updatePalette(state);
    updatePad(state);
    $('paper').setAttribute('aria-label',
      `Drawing with ${state.strokes} ${state.strokes === 1 ? 'stroke' : 'strokes'}`);
    seen = state;
  };

  const polygon = (shape, corners) => {
    shape.toggleAttribute('hidden', !corners);
    if (corners) shape.setAttribute('points', corners.join(' '));
  };

  const updatePalette = (state) => {
    const { palette } = state;
    if (palette.open && open !== 'p-color') show('p-color');
    if (!palette.open && open === 'p-color') hide();
    if (palette.colors.join() !== colors) {
      colors = palette.colors.join();
      $('colors').replaceChildren(...palette.colors.map((color, index) => {
        const row = element('div', { textContent: color.toUpperCase(), onclick: () => send(`pick ${index}`) });
        row.style.background = color;
        row.style.color = luminance(color) > 140 ? '#000c' : '#fffd';
        row.setAttribute('role', 'option');
        return row;
      }));
    }
    $('colors').style.transform = `translateY(${-palette.scroll}px)`;
    [...$('colors').children].forEach((row, index) => {
      row.setAttribute('aria-selected', String(index === palette.selected));
      row.classList.toggle('under', index === palette.under);
    });
  };

  const updatePad = (state) => {
    $('pointer').hidden = !state.pad.present;
    $('pointer').style.transform = `translate(${state.pad.x}px, ${state.pad.y}px)`;
    $('pad-name').textContent = state.pad.present
      ? Pads.names().join(', ')
      : 'Connect one, and press a button: the browser tells of it only then.';
    state.pad.actions.forEach((action, bit) => { $(`map${bit}`).value = action; });
  };

  const wire = () => {
    for (const each of document.querySelectorAll('[aria-controls]')) {
      const panel = each.getAttribute('aria-controls');
      each.setAttribute('aria-expanded', 'false');
      each.addEventListener('click', () => {
        if (panel === 'p-color') send(`palette ${open === panel ? 'off' : 'on'}`);
        else if (open === panel) hide();
        else show(panel);
      });
    }
    for (const each of document.querySelectorAll('.close')) {
      each.addEventListener('click', () => Panels.close());
    }
    for (const each of document.querySelectorAll('[data-tool]')) {
      each.addEventListener('click', () => send(`tool ${each.dataset.tool}`));
    }
    const on = (id, text) => $(id).addEventListener('click', () => send(text));
    on('b-undo', 'undo');
    on('b-redo', 'redo');
    on('b-delete', 'delete');
    on('b-shuffle', 'shuffle');
    on('b-clear', 'clear');
    on('b-home', 'home');
    on('b-learn', 'learn');
    $('width').addEventListener('input', () =>
      send(`width ${fromSlider(+$('width').value, seen.tools[seen.tool].widths).toFixed(3)}`));
    $('opacity').addEventListener('input', () => send(`opacity ${(+$('opacity').value / 100).toFixed(2)}`));
    $('any').addEventListener('input', () => send(`color ${$('any').value.slice(1)}`));
    $('erases').addEventListener('change', () => send(`erases ${$('erases').checked ? 'strokes' : 'parts'}`));
    $('rejection').addEventListener('change', () => {
      send(`rejection ${$('rejection').checked ? 'on' : 'off'}`);
      Settings.set('rejection', $('rejection').checked ? 'on' : 'off');
    });
    for (const group of document.querySelectorAll('[data-command]')) {
      group.addEventListener('change', (event) => {
        send(`${group.dataset.command} ${event.target.value}`);
        Settings.set(group.dataset.command, event.target.value);
      });
    }
    for (const each of document.querySelectorAll('[data-curve]')) {
      each.addEventListener('click', () => sendCurve(
        [seen.curve[0], seen.curve[1], 0, ...each.dataset.curve.split(' ').map(Number), 1]));
    }
    for (const color of BASICS) {
      const swatch = element('i');
      swatch.style.background = `#${color}`;
      $('basics').append(element('button', { ariaLabel: `#${color.toUpperCase()}`, onclick: () => send(`color ${color}`) }, swatch));
    }
    $('list').addEventListener('wheel', (event) => send(`scroll ${event.deltaY.toFixed(1)}`), { passive: true });
    let drag = null;
    $('list').addEventListener('pointerdown', (event) => { drag = { y: event.clientY, far: 0 }; });
    $('list').addEventListener('pointermove', (event) => {
      if (!drag || !event.buttons) return;
      const way = drag.y - event.clientY;
      drag.far += Math.abs(way);
      drag.y = event.clientY;
      if (drag.far > 8) send(`scroll ${way.toFixed(1)}`);
    });
    $('list').addEventListener('click', (event) => {
      if (drag && drag.far > 8) event.stopPropagation();
    }, { capture: true });
    $('keys').replaceChildren(...KEYS.flatMap(([keys, what]) => [
      element('dt', { textContent: keys }), element('dd', { textContent: what })]));
    const lacks = Input.lacks();
    $('lacks').replaceChildren(...(lacks.length ? lacks : ['nothing that Fude uses']).map(
      (text) => element('li', { textContent: text })));
  };

  /** Brings the controller's pointer to the menu's next control in a direction. */
  const hop = (dx, dy) => {
    if (!open) return;
    const { x, y } = seen.pad;
    let best = null;
    let least = Infinity;
    for (const each of $(open).querySelectorAll('button, input, select, summary, label')) {
      const box = each.getBoundingClientRect();
      const left = box.left + box.width / 2 - x;
      const top = box.top + box.height / 2 - y;
      const along = left * dx + top * dy;
      const across = Math.abs(left * dy + top * dx);
      if (!box.width || each.disabled || along < 6 || along + 2 * across >= least) continue;
      least = along + 2 * across;
      best = each;
    }
    if (!best) return;
    best.scrollIntoView({ block: 'nearest' });
    best.focus({ preventScroll: true });
    const box = best.getBoundingClientRect();
    send(`point ${(box.left + box.width / 2).toFixed(1)} ${(box.top + box.height / 2).toFixed(1)}`);
  };

  return {
    hop,
    start(sender) {
      send = sender;
      makeCurve();
      makePad();
      wire();
    },
    update,
    show,
    /** Closes what is open; the palette is the engine's. */
    close() {
      if (open === 'p-color') send('palette off');
      else hide();
    },
    explain,
    measureList: () => { if (open === 'p-color') measureList(); },
    get open() { return open; },
    /** Lights the buttons that a controller holds. */
    held(buttons) {
      for (const each of document.querySelectorAll('#pad-picture [data-bit]')) {
        each.classList.toggle('held', (buttons >> +each.dataset.bit & 1) === 1);
      }
    },
    element,
  };
})();

// What a person chose once and wants again, here and in the next drawing.
const Settings = {
  get(name) { try { return localStorage.getItem(`fude.${name}`); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(`fude.${name}`, value); } catch { /* not kept */ } },
};
