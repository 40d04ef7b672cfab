const { TestEnvironment } = require('jest-environment-node');
const { compileOnceFor } = require('./compiled-once.cjs');

/** Jest's own for Node, with modules compiled once per worker. */
module.exports = class NodeEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    compileOnceFor(this.getVmContext());
  }
};
