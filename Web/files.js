'use strict';
// Files out and in. The command that serves the page knows the formats.
const Files = (() => {
  const give = (parts, type, name) => {
    const url = URL.createObjectURL(new Blob(parts, { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };

  const convert = async (format, body) => {
    const answer = await fetch(`convert/${format}`, { method: 'POST', body, headers: { 'X-Fude': '1' } });
    if (!answer.ok) throw new Error((await answer.text()).trim() || 'fude draw does not answer.');
    return new Uint8Array(await answer.arrayBuffer());
  };

  return {
    /** Whether formats other than PNG and the recording are there: not from a single file. */
    converts: location.protocol.startsWith('http'),

    /** Gives the drawing as a file. */
    async export(format, drawing, paper, records) {
      const base = drawing.name.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'drawing';
      if (format === 'png') {
        const blob = await new Promise((resolve) => { paper.toBlob(resolve, 'image/png'); });
        return give([blob], 'image/png', `${base}.png`);
      }
      if (format === 'fude') return give([records], 'application/x-ndjson', `${base}.fude.jsonl`);
      const bytes = await convert(format, await Store.journal(drawing.id));
      return give([bytes], 'application/octet-stream', `${base}.${format}`);
    },

    /** The document of a file that a person opens. */
    open: async (file) => convert('open', await file.arrayBuffer()),
  };
})();
