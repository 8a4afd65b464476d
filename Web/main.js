'use strict';
// Puts the parts together: events to the engine, pixels and state to the page, drawings to the store.
const Surface = (() => {
  const paper = $('paper');
  const context = paper.getContext('2d', { alpha: false, desynchronized: true });
  const trial = $('trial');
  const trialContext = trial.getContext('2d', { alpha: false });
  let drawing = null;
  let revision = -1;
  let down = 0;
  let timer = 0;
  let wanted = false;
  let toast = 0;
  let isTrialReady = false;
  let resting = 0;

  // MARK: Painting

  const now = () => Clock.now();
  const paint = () => Engine.paint(0, paper, context);
  // How long a frame may paint what could wait: a frame has 16 ms, and the browser needs its share.
  const BUDGET = 5;
  /** Shows, once a frame, what changed besides pixels, and paints what could wait. */
  const refresh = () => {
    if (wanted) return;
    wanted = true;
    requestAnimationFrame(() => {
      wanted = false;
      paint();
      const current = Engine.revision(0);
      if (current !== revision) {
        revision = current;
        Panels.update(Engine.state(0));
      }
      if (Engine.paintOn(0, paper, context, BUDGET)) refresh();
    });
  };
  const wake = () => {
    clearTimeout(timer);
    const due = Engine.advance(0, now());
    if (due >= 0 && !Pads.count) {
      timer = setTimeout(() => { wake(); after(); }, Math.max(1, due - now()));
    }
  };
  const after = () => {
    paint();
    keep(false);
    refresh();
  };
  const send = (text) => {
    Engine.command(0, now(), text);
    if (isTrialReady && /^(tool|color|width|opacity|curve|pick) /.test(text)) {
      Engine.command(1, now(), text);
    }
    after();
  };

  // MARK: Keeping

  // Strokes are kept at once; what only the recording knows (a view, a tool) may wait a moment.
  const REST = 300;
  const keep = (atOnce = true) => {
    const journal = Engine.bytes(0, 2);
    if (!atOnce && !journal.length && !Live.isDue()) {
      if (down === 0 && !resting) resting = setTimeout(keep, REST);
      return;
    }
    clearTimeout(resting);
    resting = 0;
    const records = Engine.bytes(0, 3);
    if (!journal.length && records.length === 0) return;
    drawing.changed = Date.now();
    drawing.ended = now();
    Store.keep(drawing, journal, records);
    Live.send(records);
  };
  const say = (text) => {
    $('toast').textContent = text;
    $('toast').hidden = false;
    clearTimeout(toast);
    toast = setTimeout(() => { $('toast').hidden = true; }, 3500);
  };
  Store.onfailure = (error) => {
    const full = error && error.name === 'QuotaExceededError';
    $('alert').textContent = full
      ? 'The browser’s storage is full: what you draw now is not kept. Save a copy (menu, top right), or delete drawings.'
      : `What you draw now is not kept: ${error?.message || error}. Save a copy (menu, top right).`;
    $('alert').hidden = false;
  };

  const open = async (chosen) => {
    const journal = await Store.journal(chosen.id);
    // From here to the new recording's beginning nothing may be kept: it would be in the wrong one.
    if (drawing) keep();
    drawing = chosen;
    Clock.goOn(drawing.ended ? drawing.ended + 1000 : 0);
    resize();
    Engine.record(!drawing.ended);
    const read = Engine.open(journal);
    if (read < journal.length) say('The end of this drawing could not be read; the rest is here.');
    Settings.set('drawing', String(drawing.id));
    $('title').textContent = drawing.name;
    $('name').value = drawing.name;
    Engine.command(0, now(), 'begin');
    if (Settings.get('pen')) Engine.command(0, now(), 'pen');
    for (const name of ['hand', 'fingers', 'rejection']) {
      const value = Settings.get(name);
      if (value) Engine.command(0, now(), `${name} ${value}`);
    }
    for (let bit = 0; bit < 16; bit += 1) {
      const action = Settings.get(`map${bit}`);
      if (action) Engine.command(0, now(), `map ${bit} ${action}`);
    }
    if (Panels.open && Panels.open !== 'p-color') Engine.command(0, now(), 'menu on');
    fit();
  };
  const create = async (name) => open(await Store.create(name));
  const nameOf = (number) => `Drawing ${number}`;

  /** Opens a file's ink as a new drawing. */
  const read = async (file) => {
    const journal = await Files.open(file, say);
    const made = await Store.create(file.name.replace(/(\.fude)?\.[^.]*$/, ''));
    Store.keep(made, journal, new Uint8Array(0));
    await open(made);
  };

  const list = async () => {
    const drawings = (await Store.drawings()).sort((a, b) => b.changed - a.changed);
    const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
    $('drawings').replaceChildren(...drawings.map((each) => {
      const row = Panels.element('li', { className: each.id === drawing.id ? 'here' : '' },
        Panels.element('button', { className: 'open', onclick: () => open(each).then(list) },
          Panels.element('span', { textContent: each.name }),
          Panels.element('small', { textContent: when.format(each.changed) })));
      const bin = Panels.element('button', { ariaLabel: `Delete ${each.name}`, onclick: () => remove(each) });
      bin.innerHTML = '<svg><use href="#i-trash"/></svg>';
      row.append(bin);
      return row;
    }));
  };
  const remove = async (each) => {
    if (!confirm(`Delete “${each.name}” for good?`)) return;
    await Store.remove(each.id);
    if (each.id === drawing.id) {
      const rest = await Store.drawings();
      await (rest.length ? open(rest[rest.length - 1]) : create(nameOf(1)));
    }
    list();
  };

  // MARK: The page

  const resize = () => {
    const ratio = window.devicePixelRatio || 1;
    paper.width = Math.max(1, Math.round(innerWidth * ratio));
    paper.height = Math.max(1, Math.round(innerHeight * ratio));
    Engine.command(0, now(), `resize ${innerWidth} ${innerHeight} ${ratio.toFixed(6)}`);
  };
  const fit = () => {
    resize();
    Panels.measureList();
    revision = -1;
    after();
  };
  const paintTrial = () => {
    Engine.paint(1, trial, trialContext);
    Engine.paintOn(1, trial, trialContext, BUDGET);
  };
  const fitTrial = () => {
    const box = { width: trial.clientWidth, height: trial.clientHeight };
    const ratio = window.devicePixelRatio || 1;
    trial.width = Math.max(1, Math.round(box.width * ratio));
    trial.height = Math.max(1, Math.round(box.height * ratio));
    const state = Engine.state(0);
    const tool = state.tools[state.tool];
    for (const text of [
      `resize ${box.width.toFixed(3)} ${box.height.toFixed(3)} ${ratio.toFixed(6)}`, `tool ${state.tool}`,
      `color ${tool.color.slice(1)}`, `tool ${state.tool}`, `width ${tool.width}`, `opacity ${tool.opacity}`,
      `curve ${state.curve.join(' ')}`, 'rejection off', 'clear']) Engine.command(1, now(), text);
    isTrialReady = true;
    paintTrial();
  };
  const applyTheme = () => {
    const chosen = Settings.get('theme') || 'auto';
    const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.querySelector('meta[name="theme-color"]').content = dark ? '#22211d' : '#fdfcf8';
    document.querySelector(`input[name="theme"][value="${chosen}"]`).checked = true;
  };
  const middle = () => `${(innerWidth / 2 * 25.4 / 96).toFixed(4)} ${(innerHeight / 2 * 25.4 / 96).toFixed(4)}`;
  const zoom = (factor) => send(`zoom ${factor} ${middle()}`);
  const turn = (degrees) => send(`turn ${(degrees * Math.PI / 180).toFixed(6)} ${middle()}`);
  const wider = (factor) => {
    const state = Engine.state(0);
    send(`width ${(state.tools[state.tool].width * factor).toFixed(3)}`);
  };

  /** What the engine asks of the page. */
  const answerRequests = () => {
    for (const line of Engine.text(0, 4).split('\n')) {
      const [word, x, y] = line.split(' ');
      if (word === 'why') Panels.show('p-touch');
      if (word === 'hop') Panels.hop(+x, +y);
      if (word === 'click') document.elementFromPoint(+x, +y)?.closest('button, input, label, select, summary, [role="option"]')?.click();
    }
  };

  const frame = () => {
    requestAnimationFrame(frame);
    if (document.hidden || (!Pads.count && !navigator.getGamepads?.().some(Boolean))) return;
    if (Pads.poll(now(), say)) {
      const pad = navigator.getGamepads().find(Boolean);
      if (Panels.open === 'p-pad') Panels.held(pad ? Pads.bits(pad) : 0);
    }
    Engine.advance(0, now());
    answerRequests();
    if (Engine.revision(0) !== revision) keep(false);
    refresh();
  };

  const keys = (event) => {
    if (event.target.closest('input:not([type="radio"]):not([type="checkbox"]):not([type="range"]), select')) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const step = 10;
    let done = true;
    if (!plain) {
      if (key === 'z') send(event.shiftKey ? 'redo' : 'undo');
      else if (key === 'y') send('redo');
      else done = false;
    } else {
      const action = {
        p: () => send('tool pen'), m: () => send('tool marker'), n: () => send('tool pencil'),
        e: () => send('tool eraser'), s: () => send('tool select'), '[': () => wider(1 / 1.12),
        ']': () => wider(1.12), c: () => send(`palette ${Panels.open === 'p-color' ? 'off' : 'on'}`),
        x: () => send('shuffle'), Delete: () => send('delete'), Backspace: () => send('delete'),
        '+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), 0: () => send('home'),
        r: () => turn(event.shiftKey ? -15 : 15), w: () => Panels.show('p-touch'),
        d: () => { Settings.set('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'); applyTheme(); },
        ArrowLeft: () => send(`pan ${step} 0`), ArrowRight: () => send(`pan -${step} 0`),
        ArrowUp: () => send(`pan 0 ${step}`), ArrowDown: () => send(`pan 0 -${step}`),
        Escape: () => { if (Panels.open) Panels.close(); else send('deselect'); },
      }[key];
      if (action && !(key.startsWith('Arrow') && event.target !== paper && event.target !== document.body)) action();
      else done = false;
    }
    if (done) event.preventDefault();
  };

  const wire = () => {
    Input.attach(paper, 0, (event) => {
      if (event.type === 'pointerdown') {
        down += 1;
        if (event.pointerType === 'pen' && !Settings.get('pen')) Settings.set('pen', 'yes');
        if (Panels.open && Panels.open !== 'p-color') Panels.close();
      }
      if (event.type === 'pointerup' || event.type === 'pointercancel') down = Math.max(0, down - 1);
      if (event.type === 'lostpointercapture') down = Math.max(0, down - 1);
      wake();
      after();
    });
    Input.attach(trial, 1, paintTrial);
    addEventListener('resize', fit);
    paper.addEventListener('contextrestored', fit);
    addEventListener('keydown', keys);
    addEventListener('visibilitychange', () => {
      if (document.hidden) Pads.release(now());
      keep();
    });
    addEventListener('pagehide', () => keep());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
    $('theme').addEventListener('change', (event) => { Settings.set('theme', event.target.value); applyTheme(); });
    paper.addEventListener('wheel', (event) => {
      event.preventDefault();
      const scale = 25.4 / 96;
      if (event.ctrlKey) send(`zoom ${Math.exp(-event.deltaY / 300).toFixed(5)} ${(event.clientX * scale).toFixed(4)} ${(event.clientY * scale).toFixed(4)}`);
      else send(`pan ${(-event.deltaX * scale).toFixed(4)} ${(-event.deltaY * scale).toFixed(4)}`);
    }, { passive: false });
    document.addEventListener('panel', (event) => {
      send(`menu ${event.detail && event.detail !== 'p-color' ? 'on' : 'off'}`);
      if (event.detail === 'p-size') fitTrial();
      if (event.detail === 'p-drawings') list();
      if (!event.detail) isTrialReady = false;
    });
    $('b-in').addEventListener('click', () => zoom(1.25));
    $('b-out').addEventListener('click', () => zoom(0.8));
    $('b-left').addEventListener('click', () => turn(-15));
    $('b-right').addEventListener('click', () => turn(15));
    $('b-new').addEventListener('click', async () => {
      await create(nameOf((await Store.drawings()).length + 1));
      Panels.close();
    });
    $('b-open').addEventListener('click', () => $('file').click());
    $('file').addEventListener('change', async () => {
      const file = $('file').files[0];
      $('file').value = '';
      try {
        if (file) await read(file);
      } catch (error) {
        say(error.message);
      }
    });
    $('name').addEventListener('change', async () => {
      drawing.name = $('name').value.trim() || drawing.name;
      $('title').textContent = drawing.name;
      await Store.save(drawing);
      list();
    });
    for (const each of document.querySelectorAll('[data-export]')) {
      each.addEventListener('click', async () => {
        keep();
        const records = each.dataset.export === 'fude' ? await Store.records(drawing.id) : null;
        try {
          await Files.export(each.dataset.export, drawing, records);
        } catch (error) {
          say(error.message);
        }
      });
    }
  };

  const start = async () => {
    applyTheme();
    await Engine.load();
    Panels.start(send);
    wire();
    const keeps = await Store.start();
    const drawings = await Store.drawings();
    const last = drawings.find((each) => String(each.id) === Settings.get('drawing'))
      || drawings[drawings.length - 1];
    await (last ? open(last) : create(nameOf(1)));
    if (!keeps) Store.onfailure(Store.failure);
    if (!window.isSecureContext) say('Not a secure page: the browser leaves out samples between frames.');
    requestAnimationFrame(frame);
    Live.start();
    document.documentElement.dataset.ready = 'true';
  };

  return { start, keep, read, get drawing() { return drawing; }, get down() { return down; }, get isPainting() { return wanted; } };
})();

// What open eyes on the server see: the recording's lines, only while somebody watches.
const Live = (() => {
  let isWatched = false;
  let last = 0;
  const post = (path, body) => fetch(path, {
    method: 'POST', body, headers: { 'X-Fude': '1' }, keepalive: !body || body.length < 60000,
  }).catch(() => {});
  // One after the other, in pieces of whole lines that the server takes at once.
  const PIECE = 1 << 19;
  let queue = Promise.resolve();
  const pass = (lines) => {
    for (let from = 0, to; from < lines.length; from = to) {
      to = lines.length - from <= PIECE ? lines.length : lines.lastIndexOf(10, from + PIECE) + 1;
      if (to <= from) to = lines.indexOf(10, from) + 1 || lines.length;
      const piece = lines.slice(from, to);
      queue = queue.then(() => post('live', piece));
    }
  };
  return {
    async start() {
      if (!location.protocol.startsWith('http')) return;
      addEventListener('pagehide', () => post('live/bye'));
      for (let known = 0, failures = 0; failures < 3;) {
        try {
          const answer = await fetch(`live/watched?known=${known}`, { cache: 'no-store' });
          if (!answer.ok) return;
          const before = known;
          known = (await answer.text()) === '1' ? 1 : 0;
          if (known && !before) {
            Surface.keep();
            pass(Engine.bytes(0, 5));
          }
          isWatched = known === 1;
          failures = 0;
        } catch {
          isWatched = false;
          failures += 1;
          await new Promise((resolve) => { setTimeout(resolve, 2000 * failures); });
        }
      }
    },
    /** Whether somebody watches and has heard nothing for a tenth of a second. */
    isDue: () => isWatched && performance.now() - last > 100,
    send(records) {
      if (!isWatched || !records.length) return;
      last = performance.now();
      pass(records);
    },
  };
})();

Surface.start().catch((error) => {
  $('alert').textContent = `Fude could not start: ${error.message}`;
  $('alert').hidden = false;
});
