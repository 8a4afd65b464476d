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
      const known = withBytes(encoder.encode(text), (at, count) =>
        wasm.fude_command(session, time, at, count));
      if (!known) console.error('unknown command:', text);
    },
    text: (session, what) => decoder.decode(bytes(wasm.fude_give(session, what))),
    bytes: (session, what) => bytes(wasm.fude_give(session, what)).slice(),
    state: (session) => JSON.parse(Engine.text(session, 0)),
    /** The drawing as a file of a form: svg, pdf (what it shows), inkml, xopp (unpacked). */
    file: (form) => Engine.bytes(0, 16 + ['svg', 'pdf', 'inkml', 'xopp'].indexOf(form)),
    /** A PDF around what it shows, deflated. */
    pdf: (content) => withBytes(content, (at, count) => bytes(wasm.fude_pdf(0, at, count)).slice()),
    /** The document in a file of another program; empty if it can't be read. */
    read: (file) => withBytes(file, (at, count) => bytes(wasm.fude_read(at, count)).slice()),
    /** The document that a page's recording ends with. */
    replay(lines) {
      const PIXEL = 96 / 25.4;
      wasm.fude_replay();
      for (const line of lines) {
        let record;
        try { record = JSON.parse(line); } catch { continue; }
        const time = record.t / 1000;
        if (record.pointer) {
          const { event, id, type, x, y, p = 0, tilt = [0, 0], twist = 0, size = [1, 1], buttons = 0 } = record.pointer;
          const phase = ['down', 'move', 'up', 'cancel', 'leave'].indexOf(event);
          wasm.fude_pointer(2, time, ['pen', 'touch', 'mouse'].indexOf(type), phase, id, x * PIXEL, y * PIXEL, p,
            ...tilt, twist, ...size, buttons);
        } else if (record.pad) {
          const { buttons, left = [0, 0], right = [0, 0], triggers = [0, 0] } = record.pad;
          wasm.fude_pad(2, record.d - 3, time, buttons, ...left, ...right, ...triggers);
        } else if (record.lost) {
          wasm.fude_pad_lost(2, record.d - 3, time);
        } else if (record.note === 'surface: tick') {
          wasm.fude_advance(2, time);
        } else if (record.note?.startsWith('surface: ')) {
          Engine.command(2, time, record.note.slice(9));
        }
      }
      return Engine.bytes(2, 2);
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
