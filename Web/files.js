'use strict';
// Files out and in.
const Files = (() => {
  const give = (parts, type, name) => {
    const url = URL.createObjectURL(new Blob(parts, { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };

  return {
    /** Gives the drawing as a file. */
    async export(format, name, paper, records) {
      const base = name.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'drawing';
      if (format === 'png') {
        const blob = await new Promise((resolve) => { paper.toBlob(resolve, 'image/png'); });
        return give([blob], 'image/png', `${base}.png`);
      }
      return give([records], 'application/x-ndjson', `${base}.fude.jsonl`);
    },
  };
})();
