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
  let partCount = 0;
  const resolve = (value: unknown, enclosingReferences: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => resolve(one, enclosingReferences));
    if (!isObject(value)) return value;
    partCount += 1;
    if (partCount > maxSchemaParts) return {};
    const { $ref: reference, ...otherKeywords } = value;
    const isReference = typeof reference === 'string';
    const entries = Object.entries(isReference ? otherKeywords : value);
    const resolvedKeywords = Object.fromEntries(
      entries.map(([name, one]) => [name, resolve(one, enclosingReferences)]),
    );
    if (!isReference || enclosingReferences.includes(reference)) return resolvedKeywords;
    const target = resolve(resolveReference(root, reference), [...enclosingReferences, reference]);
    return isObject(target) ? { ...target, ...resolvedKeywords } : resolvedKeywords;
  };
  return resolve(root, []);
};
