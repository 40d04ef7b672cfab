import type { Plugin } from 'esbuild';

/**
 * Schemas without parameters, such as `z.string()` and `z.string().optional()`, are made once in a
 * bundle: they never change, and a function makes some hundreds of them while it starts, each with
 * what zod gives a schema. `meta` and checks make new ones of them, as ever.
 */
const source = `
import * as zod from 'zod';
const shared = (schema) => {
  for (const name of ['optional', 'int']) {
    const make = schema[name]?.bind(schema);
    if (!make) continue;
    let made;
    const value = (params) => (params === undefined ? (made ??= shared(make())) : make(params));
    Object.defineProperty(schema, name, { value });
  }
  return schema;
};

const once = (make) => {
  let made;
  return (params) => (params === undefined ? (made ??= shared(make())) : make(params));
};

export const string = /* @__PURE__ */ once(zod.string);
export const number = /* @__PURE__ */ once(zod.number);
export const boolean = /* @__PURE__ */ once(zod.boolean);
export const unknown = /* @__PURE__ */ once(zod.unknown);
`;

const everythingElse = `export * from 'zod';`;

/** Gives our code, and no package, a zod that makes plain schemas once. */
export const plainSchemas: Plugin = {
  name: 'plain-schemas',
  setup: ({ onResolve, onLoad }) => {
    const namespace = 'plain-schemas';
    onResolve({ filter: /^zod$/ }, ({ path, importer, namespace: from, resolveDir }) =>
      from === namespace || importer.includes('/node_modules/')
        ? undefined
        : { path, namespace, pluginData: resolveDir },
    );
    onLoad({ filter: /.*/, namespace }, ({ pluginData: resolveDir }) => ({
      contents: `${everythingElse}${source}`,
      resolveDir,
    }));
  },
};
