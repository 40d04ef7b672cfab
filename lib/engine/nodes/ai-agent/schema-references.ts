import { isObject } from '#lib/kernel/value-kinds.ts';
import { valueAt } from '../paging.ts';

/** The most parts of a schema that are expanded: nested references could grow exponentially. */
const maxSchemaParts = 5000;

/** What a reference within the schema (`#/$defs/Filter`) points to; undefined if it is missing. */
const resolveReference = (root: unknown, reference: string): unknown =>
  reference.startsWith('#') ? valueAt(root, reference.slice(1)) : undefined;

/**
 * A JSON schema with its references replaced by their definitions, because providers of models
 * reject or ignore references. A reference to itself or to nothing allows any value.
 */
export const withoutReferences = (root: unknown): unknown => {
  let parts = 0;
  const written = (value: unknown, inside: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => written(one, inside));
    if (!isObject(value)) return value;
    parts += 1;
    if (parts > maxSchemaParts) return {};
    const { $ref: reference, ...own } = value;
    const isReference = typeof reference === 'string';
    const entries = Object.entries(isReference ? own : value);
    const beside = Object.fromEntries(entries.map(([name, one]) => [name, written(one, inside)]));
    if (!isReference || inside.includes(reference)) return beside;
    const named = written(resolveReference(root, reference), [...inside, reference]);
    return isObject(named) ? { ...named, ...beside } : beside;
  };
  return written(root, []);
};
