import '@testing-library/jest-dom';

class ResizeObserverStandIn {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class MatrixStandIn {
  m22 = 1;
}

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
