import { isObject } from '#lib/kernel/json.ts';
import { at } from '../paging.ts';

/** Parts of a schema that are written out: references to references grow beyond all measure. */
const mostParts = 5000;

/** What a reference within the schema (`#/$defs/Filter`) names; undefined where that is nothing. */
const namedBy = (root: unknown, reference: string): unknown =>
  reference.startsWith('#') ? at(root, reference.slice(1)) : undefined;

/**
 * A JSON schema with what it refers to in place: providers of models refuse references to
 * definitions, or read none. What refers to itself, or to nothing that is there, may be anything.
 */
export const withoutReferences = (root: unknown): unknown => {
  let parts = 0;
  const written = (value: unknown, inside: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => written(one, inside));
    if (!isObject(value)) return value;
    parts += 1;
    if (parts > mostParts) return {};
    const { $ref: reference, ...own } = value;
    const isReference = typeof reference === 'string';
    const entries = Object.entries(isReference ? own : value);
    const beside = Object.fromEntries(entries.map(([name, one]) => [name, written(one, inside)]));
    if (!isReference || inside.includes(reference)) return beside;
    const named = written(namedBy(root, reference), [...inside, reference]);
    return isObject(named) ? { ...named, ...beside } : beside;
  };
  return written(root, []);
};
