import '@testing-library/jest-dom';

class ResizeObserverStandIn {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class MatrixStandIn {
  m22 = 1;
}

// The document below stays within reach: jsdom has no top layer.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

Object.assign(globalThis, {
  ResizeObserver: ResizeObserverStandIn,
  DOMMatrixReadOnly: MatrixStandIn,
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }),
});
