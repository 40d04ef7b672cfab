// jsdom, plus the web platform parts of Node that pages use and jsdom hides.
const { TestEnvironment } = require('jest-environment-jsdom');
const { compileOnceFor } = require('./compiled-once.cjs');
const { quickStyles } = require('./quick-styles.cjs');

/** jsdom's listeners accept only jsdom's signals, and Node's fetch only Node's. */
const withNodeSignal = (init) => {
  if (!init?.signal || init.signal instanceof AbortSignal) return init;
  const { signal } = init;
  const control = new AbortController();
  if (signal.aborted) control.abort(signal.reason);
  signal.addEventListener('abort', () => control.abort(signal.reason));
  return { ...init, signal: control.signal };
};

class BridgedRequest extends Request {
  constructor(input, init) {
    super(input, withNodeSignal(init));
  }
}

module.exports = class WebEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    compileOnceFor(this.getVmContext());
    this.global.getComputedStyle = quickStyles(this.global);
    Object.assign(this.global, {
      fetch: (input, init) => fetch(input, withNodeSignal(init)),
      Request: BridgedRequest,
      Response,
      Headers,
      structuredClone,
      TextEncoder,
      TextDecoder,
    });
  }
};
