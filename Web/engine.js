'use strict';
// The bridge to the engine: numbers and bytes across, nothing decided.
const Engine = (() => {
  let wasm = null;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const images = [null, null];

  const bytes = (count) =>
    new Uint8Array(wasm.memory.buffer, wasm.fude_result(), count);

  /** Calls `body` with an address where `data` lies. */
  const withBytes = (data, body) => {
    const address = wasm.fude_allocate(data.length || 1);
    new Uint8Array(wasm.memory.buffer, address, data.length).set(data);
    try {
      return body(address, data.length);
    } finally {
      wasm.fude_release(address);
    }
  };

  /** The bytes that a call gave, or what it says instead of them. */
  const given = (count) => {
    if (count < 0) throw new Error(decoder.decode(bytes(-count)));
    return bytes(count).slice();
  };

  const perform = (session, time, text) => withBytes(encoder.encode(text), (at, count) =>
    wasm.fude_command(session, time, at, count));

  /** Gives session 2 what a recording's line holds; returns whether it is one that is known. */
  const replayed = (record) => {
    if ('fude' in record || 'device' in record) return true;
    const { t, d, pointer, pad, lost, note } = record;
    const time = t / 1000;
    const areNumbers = (numbers) => numbers.every(Number.isFinite);
    if (!areNumbers([t])) return false;
    if (pointer) {
      const PIXEL = 96 / 25.4;
      const { event, id, type, x, y, p = 0, tilt: [across, along] = [0, 0], twist = 0,
        size: [width, height] = [1, 1], buttons = 0 } = pointer;
      const phase = ['down', 'move', 'up', 'cancel', 'leave'].indexOf(event);
      const kind = ['pen', 'touch', 'mouse'].indexOf(type);
      const numbers = [id, x * PIXEL, y * PIXEL, p, across, along, twist, width, height, buttons];
      if (phase < 0 || kind < 0 || !areNumbers(numbers)) return false;
      wasm.fude_pointer(2, time, kind, phase, ...numbers);
      return true;
    }
    if (pad) {
      const { buttons, left: [lx, ly] = [0, 0], right: [rx, ry] = [0, 0], triggers: [lt, rt] = [0, 0] } = pad;
      const numbers = [buttons, lx, ly, rx, ry, lt, rt];
      if (!areNumbers([d, ...numbers])) return false;
      wasm.fude_pad(2, d - 3, time, ...numbers);
      return true;
    }
    if (lost) {
      if (!areNumbers([d])) return false;
      wasm.fude_pad_lost(2, d - 3, time);
      return true;
    }
    if (note === 'surface: tick') wasm.fude_advance(2, time);
    else if (note?.startsWith('surface: ')) return perform(2, time, note.slice(9)) !== 0;
    return note !== undefined;
  };

  /** Paints and puts the pixels that are new on a canvas; returns whether there was something to do. */
  const put = (session, canvas, context, more) => {
    if (!wasm.fude_paint(session, more)) return false;
    const [x, y, width, height] = new Int32Array(bytes(16).slice().buffer);
    if (!width || !height) return true;
    const address = wasm.fude_pixels(session);
    let image = images[session];
    if (!image || image.buffer !== wasm.memory.buffer || image.address !== address
      || image.data.width !== canvas.width || image.data.height !== canvas.height) {
      const pixels = new Uint8ClampedArray(
        wasm.memory.buffer, address, canvas.width * canvas.height * 4);
      image = {
        buffer: wasm.memory.buffer, address,
        data: new ImageData(pixels, canvas.width, canvas.height),
      };
      images[session] = image;
    }
    context.putImageData(image.data, 0, 0, x, y, width, height);
    return true;
  };

  return {
    /** Loads the engine: from bytes in a single file, otherwise from the server. */
    async load() {
      const inline = document.getElementById('engine');
      let result;
      if (inline) {
        const text = atob(inline.textContent.trim());
        result = await WebAssembly.instantiate(Uint8Array.from(text, (c) => c.charCodeAt(0)), {});
      } else {
        result = await WebAssembly.instantiateStreaming(fetch('fude.wasm'), {});
      }
      wasm = result.instance.exports;
      wasm.fude_start(crypto.getRandomValues(new Uint32Array(1))[0]);
    },
    record: (fresh) => wasm.fude_record(fresh ? 1 : 0),
    pointer: (...numbers) => wasm.fude_pointer(...numbers),
    pad: (...numbers) => wasm.fude_pad(0, ...numbers),
    padLost: (index, time) => wasm.fude_pad_lost(0, index, time),
    advance: (session, time) => wasm.fude_advance(session, time),
    revision: (session) => wasm.fude_revision(session),
    command(session, time, text) {
      if (!perform(session, time, text)) console.error('unknown command:', text);
    },
    text: (session, what) => decoder.decode(bytes(wasm.fude_give(session, what))),
    bytes: (session, what) => bytes(wasm.fude_give(session, what)).slice(),
    state: (session) => JSON.parse(Engine.text(session, 0)),
    /** The drawing as a file of a form: svg, pdf (what it shows), inkml, xopp (unpacked). */
    file: (form) => given(wasm.fude_give(0, 16 + ['svg', 'pdf', 'inkml', 'xopp'].indexOf(form))),
    /** A PDF around what it shows, deflated. */
    pdf: (content) => withBytes(content, (at, count) => bytes(wasm.fude_pdf(0, at, count)).slice()),
    /** The document in a file of another program; empty if it is none that is known. */
    read: (file) => withBytes(file, (at, count) => given(wasm.fude_read(at, count))),
    /** The document that a page's recording ends with, and how many lines could not be read. */
    replay(lines) {
      wasm.fude_replay();
      let skipped = 0;
      for (const line of lines) {
        if (!line.trim()) continue;
        let isKnown = false;
        try {
          isKnown = replayed(JSON.parse(line));
        } catch (error) {
          if (error instanceof WebAssembly.RuntimeError) throw error;
        }
        if (!isKnown) skipped += 1;
      }
      return { journal: Engine.bytes(2, 2), skipped };
    },
    open: (journal) => withBytes(journal, (at, count) => wasm.fude_open(at, count)),
    /** Puts ink in hand on a canvas, between two frames. */
    paint(session, canvas, context) { put(session, canvas, context, 0); },
    /** Once a frame: shows a view that moved and paints for some milliseconds; is there more? */
    paintOn(session, canvas, context, budget) {
      const end = performance.now() + budget;
      while (put(session, canvas, context, 1)) if (performance.now() > end) return true;
      return false;
    },
  };
})();
