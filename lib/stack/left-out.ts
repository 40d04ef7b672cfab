import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** Zod's sentences in forty languages come along with who imports all of it: 260 KB. */
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
 * An ES import of `node:http` reads all that it exports, and so loads a WebSocket client that
 * nobody uses: some 15 ms of the cold start of whoever calls out. Of the module itself only what is
 * read is loaded.
 */
const httpAsRead: Plugin = {
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
 * The SDK of models asks the gateway of its maker for a model that is given by its name alone, and
 * brings 140 KB for it. Ours are always objects of a provider (`SdkModel`).
 */
const noGateway: Plugin = {
  name: 'no-gateway',
  setup: ({ onResolve, onLoad }) => {
    const namespace = 'no-gateway';
    onResolve({ filter: /^@ai-sdk\/gateway$/ }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /.*/, namespace }, () => ({
      contents: `
        // Errors are asked whether they are of the gateway. Without it none is.
        export class GatewayError extends Error { static isInstance = () => false; }
        export class GatewayAuthenticationError extends GatewayError {}
        export const createGateway = () => {
          throw new Error('A model was given by its name. Give it as an object of its provider.');
        };
        export const gateway = new Proxy({}, { get: createGateway });`,
    }));
  },
};

/**
 * Of `z`, which the providers of models import as an object, nothing can be left out: 85 KB. As a
 * namespace it is the same object, of which only what is read is kept.
 */
const zodAsRead: Plugin = {
  name: 'zod-as-read',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/node_modules\/@ai-sdk\/.*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        /^import \{ z( as \w+)? \} from "zod\/v4";$/gm,
        (_, named = ' as z') => `import *${named} from "zod/v4";`,
      ),
    })),
};

/** Instead of zod's module: the ways to write schemas are known once `toJSONSchema` is called. */
const knownOnceCalled = (file: string): string => {
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

/** Methods of schemas that nobody calls. */
const noMethods = `
  const no = () => () => {
    throw new Error('JSON schemas are written by z.toJSONSchema only.');
  };
  export { no as createToJSONSchemaMethod, no as createStandardJSONSchemaMethod };
`;

/**
 * Each kind of schema brings along how it is written as a JSON schema, which few functions ask for:
 * 18 KB. Only bundles that call `z.toJSONSchema` have them.
 */
const jsonSchemasAsRead: Plugin = {
  name: 'json-schemas-as-read',
  setup: ({ onResolve, onLoad }) => {
    const namespace = 'json-schemas-as-read';
    onResolve({ filter: /\/(json-schema-processors|to-json-schema)\.js$/ }, (asked) => {
      const { path, importer, resolveDir } = asked;
      if (asked.namespace === namespace || !importer.includes('/node_modules/zod/')) {
        return undefined;
      }
      const methods = path.endsWith('/to-json-schema.js');
      if (methods && !importer.endsWith('/classic/schemas.js')) return undefined;
      return { path: resolve(resolveDir, path), namespace, sideEffects: false };
    });
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: path.endsWith('/to-json-schema.js') ? noMethods : knownOnceCalled(path),
      resolveDir: dirname(path),
    }));
  },
};

/** What packages bring along and nobody uses, or not everyone. */
export const leftOut: Plugin[] = [
  englishOnly,
  httpAsRead,
  noGateway,
  zodAsRead,
  jsonSchemasAsRead,
];
