import '@testing-library/jest-dom';
import './quick-failures.cjs';

class ResizeObserverStandIn {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class MatrixStandIn {
  m22 = 1;
}

// jsdom has no top layer, so the elements behind a dialog remain reachable.
const dialogPrototype: object = Reflect.get(globalThis, 'HTMLDialogElement').prototype;
Object.assign(dialogPrototype, {
  showModal() {
    Reflect.set(this, 'open', true);
  },
  close() {
    Reflect.set(this, 'open', false);
  },
});

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
