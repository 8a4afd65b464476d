'use strict';
// Files out and in. The engine knows the formats; the browser packs and unpacks.
const Files = (() => {
  const give = (parts, type, name) => {
    const url = URL.createObjectURL(new Blob(parts, { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  const through = async (bytes, stream) => new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  const pack = (bytes, method) => {
    if (!window.CompressionStream) throw new Error('This browser can’t pack files; SVG and InkML need no packing.');
    return through(bytes, new CompressionStream(method));
  };
  const TYPES = {
    png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf', inkml: 'application/inkml+xml',
    xopp: 'application/x-xopp', fude: 'application/x-ndjson',
  };

  /** The picture of all ink. */
  const picture = () => {
    const bytes = Engine.bytes(0, 6);
    if (!bytes.length) return null;
    const [width, height] = new Uint32Array(bytes.buffer, 0, 2);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d').putImageData(
      new ImageData(new Uint8ClampedArray(bytes.buffer, 8), width, height), 0, 0);
    return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  };

  /** The drawing as bytes of a format. */
  const make = async (format) => {
    if (format === 'png') return picture();
    const plain = Engine.file(format);
    if (!plain.length) return null;
    if (format === 'xopp') return pack(plain, 'gzip');
    if (format === 'pdf') return Engine.pdf(await pack(plain, 'deflate'));
    return plain;
  };

  const isRecording = (bytes) => new TextDecoder().decode(bytes.slice(0, 200)).includes('"by":"fude surface"');

  /** What only the command can read: recordings of devices. */
  const ask = async (body) => {
    if (!location.protocol.startsWith('http')) throw new Error('There is no ink in this that a page by itself can read; “fude draw” reads more.');
    let answer;
    try {
      answer = await fetch('convert/open', { method: 'POST', body, headers: { 'X-Fude': '1' } });
    } catch {
      throw new Error('There is no ink in this that the page by itself can read, and fude draw does not answer.');
    }
    if (!answer.ok) throw new Error((await answer.text()).trim());
    return new Uint8Array(await answer.arrayBuffer());
  };

  return {
    make,
    /** Gives the drawing as a file. */
    async export(format, drawing, records) {
      const base = drawing.name.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'drawing';
      const made = format === 'fude' ? records : await make(format);
      if (!made) throw new Error('There is no ink yet.');
      return give([made], TYPES[format], `${base}.${format === 'fude' ? 'fude.jsonl' : format}`);
    },

    /** The document of a file that a person opens; `say` is told what of it could not be read. */
    async open(file, say) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (isRecording(bytes)) {
        const { journal, skipped } = Engine.replay(new TextDecoder().decode(bytes).split('\n'));
        if (!journal.length) throw new Error('There is no ink in this recording.');
        if (skipped) say(`${skipped} ${skipped === 1 ? 'line' : 'lines'} of this recording could not be read; the rest is here.`);
        return journal;
      }
      const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b && window.DecompressionStream;
      let plain = bytes;
      if (isPacked) {
        try {
          plain = await through(bytes, new DecompressionStream('gzip'));
        } catch {
          throw new Error('This file is damaged: it can’t be unpacked.');
        }
      }
      let journal;
      try {
        journal = Engine.read(plain);
      } catch (error) {
        throw new Error(`This file is damaged: ${error.message}.`);
      }
      return journal.length ? journal : ask(bytes);
    },
  };
})();
