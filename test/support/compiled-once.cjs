// Jest compiles every module again for every test file. A compiled script runs in any number of
// contexts, so each worker compiles the product, the console and their packages only once.
const vm = require('node:vm');

const { compileFunction } = vm;
const contexts = new WeakSet();
const compiled = new Map();

const compileOnce = (source, parameters, filename) => {
  const opening = `(function (${parameters.join(', ')}) {`;
  const entry = { source };
  entry.script = new vm.Script(`${opening}${source}\n})`, {
    filename,
    columnOffset: -opening.length,
    // A worker runs one test file at a time: the last one to load the module is the one importing.
    importModuleDynamically: (...args) => entry.importModuleDynamically(...args),
  });
  compiled.set(filename, entry);
  return entry;
};

vm.compileFunction = (source, parameters, options) => {
  const { filename, importModuleDynamically, parsingContext } = options;
  if (!contexts.has(parsingContext)) return compileFunction(source, parameters, options);
  const known = compiled.get(filename);
  const entry = known?.source === source ? known : compileOnce(source, parameters, filename);
  entry.importModuleDynamically = importModuleDynamically;
  return entry.script.runInContext(parsingContext);
};

/** Shares compiled modules between all contexts that this was called with. */
exports.compileOnceFor = (context) => contexts.add(context);
