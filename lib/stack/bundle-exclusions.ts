import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** Leaves out zod's messages in forty languages, 260 KB, which a full import brings along. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, importer, resolveDir }) =>
      importer.includes('/node_modules/zod/')
        ? { path: resolve(resolveDir, path.replace('index.js', 'en.js')) }
        : undefined,
    ),
};

/**
 * Imports only what is used of `node:http`: an ES import of it reads all its exports, and so loads
 * an unused WebSocket client, which takes some 15 ms of the cold start of functions that make
 * calls.
 */
const onDemandHttp: Plugin = {
  name: 'http-as-read',
  setup: ({ onResolve, onLoad }) => {
    const namespace = 'http-as-read';
    onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'node:http', namespace }));
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

/**
 * Rewrites the providers' import of the object `z`, of which nothing can be tree-shaken (85 KB), to
 * a namespace import: the same object, of which only what is used is kept.
 */
const zodNamespaceImport: Plugin = {
  name: 'zod-as-read',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/node_modules\/@ai-sdk\/.*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        /^import \{ z( as \w+)? \} from "zod\/v4";$/gm,
        (_, alias = ' as z') => `import *${alias} from "zod/v4";`,
      ),
    })),
};

/** Replaces a module of zod: its processors are registered once `toJSONSchema` is called. */
const deferredProcessors = (file: string): string => {
  const names = [...readFileSync(file, 'utf8').matchAll(/^export const (\w+Processor) =/gm)];
  return `
    import * as all from ${JSON.stringify(file)};
    let known;
    const way = (name) => (...asked) => {
      if (!known) throw new Error('JSON schemas are written by z.toJSONSchema only.');
      return known[name](...asked);
    };
    export const toJSONSchema = (schema, params) => {
      known = all;
      return all.toJSONSchema(schema, params);
    };
    export { aggregateChecks, allProcessors } from ${JSON.stringify(file)};
    ${names.map(([, name]) => `export const ${name} = /* @__PURE__ */ way('${name}');`).join('\n')}
  `;
};

/** Replaces methods of schemas that are never called. */
const unusedMethodStubs = `
  const no = () => () => {
    throw new Error('JSON schemas are written by z.toJSONSchema only.');
  };
  export { no as createToJSONSchemaMethod, no as createStandardJSONSchemaMethod };
`;

/**
 * Leaves out how each kind of schema is written as a JSON schema (18 KB), except in bundles that
 * call `z.toJSONSchema`.
 */
const onDemandJsonSchemas: Plugin = {
  name: 'json-schemas-as-read',
  setup: ({ onResolve, onLoad }) => {
    const namespace = 'json-schemas-as-read';
    onResolve({ filter: /\/(json-schema-processors|to-json-schema)\.js$/ }, (args) => {
      const { path, importer, resolveDir } = args;
      if (args.namespace === namespace || !importer.includes('/node_modules/zod/')) {
        return undefined;
      }
      const methods = path.endsWith('/to-json-schema.js');
      if (methods && !importer.endsWith('/classic/schemas.js')) return undefined;
      return { path: resolve(resolveDir, path), namespace, sideEffects: false };
    });
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: path.endsWith('/to-json-schema.js') ? unusedMethodStubs : deferredProcessors(path),
      resolveDir: dirname(path),
    }));
  },
};

/** Leaves out what a client's package.json has besides the version, which is all that is read. */
const versionOnly: Plugin = {
  name: 'version-only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/node_modules\/@aws-sdk\/[^/]+\/package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/** Modules that no function uses, each with its replacement. */
const unusedModules = [
  {
    // The gateway of the AI SDK's vendor, 140 KB, is only used for models given by name. The
    // product always passes models as objects of a provider (`SdkModel`).
    module: /^@ai-sdk\/gateway$/,
    replacement: `
      // Errors are asked whether they are of the gateway. Without it none is.
      export class GatewayError extends Error { static isInstance = () => false; }
      export class GatewayAuthenticationError extends GatewayError {}
      export const createGateway = () => {
        throw new Error('A model was given by its name. Give it as an object of its provider.');
      };
      export const gateway = new Proxy({}, { get: createGateway });`,
  },
  {
    // The cache of discovered endpoints, 7 KB: DynamoDB's client looks into it at each call, but it
    // discovers endpoints only if that is switched on. This cache stays empty.
    module: /^@aws-sdk\/endpoint-cache$/,
    replacement: `
      const nothing = () => undefined;
      export class EndpointCache {
        getEndpoint = nothing; get = nothing; set = nothing; delete = nothing; has = () => false;
      }`,
  },
  {
    // SHA-256 in JavaScript, 3 KB, for a Node.js that was built without it.
    module: /^\.\/Sha256Js$/,
    replacement: `
      export class Sha256Js {
        constructor() { throw new Error('This Node.js was built without SHA-256.'); }
      }`,
  },
];

const withoutUnusedModules: Plugin = {
  name: 'unused-modules',
  setup: ({ onResolve, onLoad }) => {
    for (const { module, replacement } of unusedModules) {
      const namespace = `unused:${module.source}`;
      onResolve({ filter: module }, ({ path }) => ({ path, namespace, sideEffects: false }));
      onLoad({ filter: /.*/, namespace }, () => ({ contents: replacement }));
    }
  },
};

/** The parts of packages that are unused, or not used by every function. */
export const exclusionPlugins: Plugin[] = [
  versionOnly,
  withoutUnusedModules,
  englishOnly,
  onDemandHttp,
  zodNamespaceImport,
  onDemandJsonSchemas,
];
