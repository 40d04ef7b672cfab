import { invalid, invalidValue } from './refusal.ts';
import { memoize } from './memoize.ts';
import { attributeOf, isMap, type Scope, type UsedPlaceholders, valueAt } from './scope.ts';
import { Tokens } from './tokens.ts';
import type { Stored, StoredMap } from './value.ts';

const clauses = ['SET', 'REMOVE', 'ADD'] as const;
type Clause = (typeof clauses)[number];
type Change = { clause: Clause; path: string[]; value?: string };

export type Update = UsedPlaceholders & { changes: readonly Change[] };

const parseChanges = (tokens: Tokens): Change[] => {
  const changes: Change[] = [];
  while (!tokens.isAtEnd) {
    const clause = tokens.takesOneOf(clauses);
    if (!clause) throw tokens.unexpected();
    do {
      const path = tokens.path();
      if (clause === 'SET') tokens.expect('=');
      changes.push({ clause, path, ...(clause !== 'REMOVE' && { value: tokens.value() }) });
    } while (tokens.takes(','));
  }
  return changes;
};

/** Parses an update expression: values to set, to add to a number, or to remove. */
export const parseUpdate = memoize((text): Update => {
  const tokens = new Tokens(text, 'UpdateExpression');
  const { names, values } = tokens;
  return { changes: parseChanges(tokens), names, values };
});

const isWithin = (outer: readonly string[], inner: readonly string[]): boolean =>
  outer.every((name, depth) => name === inner[depth]);

const checkOverlaps = (paths: readonly (readonly string[])[]): void => {
  paths.forEach((path, at) => {
    const overlapping = paths
      .slice(0, at)
      .find((one) => isWithin(one, path) || isWithin(path, one));
    if (!overlapping) return;
    const [one, two] = [overlapping, path].map((names) => `[${names.join(', ')}]`);
    throw invalid(
      'Invalid UpdateExpression: Two document paths overlap with each other; must remove or ' +
        `rewrite one of these paths; path one: ${one}, path two: ${two}`,
    );
  });
};

type Path = readonly [string, ...string[]];

/** The paths that an update touches, with placeholders resolved; throws if they overlap. */
export const pathsOf = ({ changes }: Update, scope: Scope): readonly Path[] => {
  const paths = changes.map(({ path: [first = '', ...rest] }): Path => [
    scope.name(first),
    ...rest.map((one) => scope.name(one)),
  ]);
  checkOverlaps(paths);
  return paths;
};

/** The whole attributes that an update sets, with their values. */
export const attributesSet = ({ changes }: Update, scope: Scope): StoredMap =>
  Object.fromEntries(
    changes
      .filter(({ clause, path }) => clause === 'SET' && path.length === 1)
      .map(({ path: [name = ''], value = '' }) => [scope.name(name), scope.value(value)]),
  );

/** Throws if an update touches a key attribute. */
export const assertKeysUnchanged = (paths: readonly Path[], keys: readonly string[]): void => {
  const key = keys.find((name) => paths.some(([first]) => first === name));
  if (key === undefined) return;
  throw invalidValue(`Cannot update attribute ${key}. This attribute is part of the key`);
};

const decimalPlacesOf = (value: number): number => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
};

/** The sum in decimal arithmetic, without the small errors of binary fractions. */
export const addDecimal = (a: number, b: number): number => {
  if (Number.isInteger(a) && Number.isInteger(b)) return a + b;
  return Number((a + b).toFixed(Math.min(Math.max(decimalPlacesOf(a), decimalPlacesOf(b)), 100)));
};

const addAmount = (current: Stored | undefined, amount: Stored): number => {
  const start = current === undefined ? 0 : current;
  if (typeof amount !== 'number' || typeof start !== 'number') {
    throw invalid('An operand in the update expression has an incorrect data type');
  }
  return addDecimal(start, amount);
};

/** Sets an own attribute of the map, even if its name is `__proto__`. */
const setOwnAttribute = (map: StoredMap, name: string, value: Stored): void => {
  const isAssignable = name !== '__proto__' || Object.hasOwn(map, name);
  if (isAssignable) map[name] = value;
  else Object.defineProperty(map, name, { value, ...ownPropertyFlags });
};

const ownPropertyFlags = { writable: true, enumerable: true, configurable: true };

/** Changes the item in place, at the update's paths. */
export const applyUpdate = (
  item: StoredMap,
  { changes }: Update,
  paths: readonly Path[],
  scope: Scope,
): void => {
  changes.forEach(({ clause, path, value = '' }, at) => {
    const parent = valueAt(item, path.slice(0, -1), scope);
    const name = paths[at]?.at(-1);
    if (!isMap(parent) || name === undefined) {
      throw invalid('The document path provided in the update expression is invalid for update');
    }
    if (clause === 'REMOVE') delete parent[name];
    else {
      const newValue = scope.value(value);
      setOwnAttribute(
        parent,
        name,
        clause === 'SET' ? newValue : addAmount(attributeOf(parent, name), newValue),
      );
    }
  });
};
