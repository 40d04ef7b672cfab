import type { Plugin } from 'esbuild';

/**
 * Creates schemas without parameters, such as `z.string()` and `z.string().optional()`, once per
 * bundle: they are immutable, and a function would create hundreds of them, each with zod's
 * overhead, when it starts. `meta` and checks still derive new schemas from them.
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

const reexportAll = `export * from 'zod';`;

/** Lets the product's own code, but no package, import a zod that creates plain schemas once. */
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
      contents: `${reexportAll}${source}`,
      resolveDir,
    }));
  },
};
