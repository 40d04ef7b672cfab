/** Unlike browsers, jsdom does not expose the bytes of its files. */
Object.assign(File.prototype, {
  arrayBuffer(this: File): Promise<ArrayBuffer> {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => {
        if (reader.result instanceof ArrayBuffer) resolve(reader.result);
      });
      reader.addEventListener('error', () => reject(reader.error ?? new Error('Not read.')));
      reader.readAsArrayBuffer(this);
    });
  },
});
