/** jsdom's files keep their bytes to themselves, as those of browsers do not. */
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
