// jsdom, plus the web platform parts of Node that pages use and jsdom hides.
const { TestEnvironment } = require('jest-environment-jsdom');

module.exports = class WebEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    Object.assign(this.global, {
      fetch, Request, Response, Headers, structuredClone, TextEncoder, TextDecoder,
    });
  }
};
