import type { Item } from '#lib/kernel/documents.ts';
import { invalid } from './refusal.ts';
import { type Stored, type StoredMap, toStored } from './value.ts';

/** The values of the placeholders in a call's expressions. */
export type Placeholders = {
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Item | undefined;
};

/** The placeholders that an expression uses. */
export type UsedPlaceholders = { names: ReadonlySet<string>; values: ReadonlySet<string> };

/** The names and values of one call. */
export class Scope {
  private readonly names: Record<string, string>;
  private readonly values: Item;

  constructor({ ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: Placeholders) {
    this.names = ExpressionAttributeNames;
    this.values = ExpressionAttributeValues;
  }

  name(placeholder: string): string {
    const name = this.names[placeholder];
    if (name !== undefined) return name;
    throw invalid(
      'An expression attribute name used in the document path is not defined; ' +
        `attribute name: ${placeholder}`,
    );
  }

  value(placeholder: string): Stored {
    const value = this.values[placeholder];
    if (value !== undefined) return toStored(value);
    throw invalid(
      'An expression attribute value used in expression is not defined; ' +
        `attribute value: ${placeholder}`,
    );
  }

  /** Throws if no expression of the call uses one of the names or values. */
  checkUse(...expressions: (UsedPlaceholders | undefined)[]): void {
    const check = (kind: 'names' | 'values', defined: object): void => {
      const unused = Object.keys(defined).filter(
        (one) => !expressions.some((expression) => expression?.[kind].has(one)),
      );
      if (unused.length === 0) return;
      const field = kind === 'names' ? 'ExpressionAttributeNames' : 'ExpressionAttributeValues';
      throw invalid(
        `Value provided in ${field} unused in expressions: keys: {${unused.join(', ')}}`,
      );
    };
    check('names', this.names);
    check('values', this.values);
  }
}

export const isMap = (value: Stored | undefined): value is StoredMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own attribute of the map, so that names such as `constructor` are not special. */
export const attributeOf = (map: StoredMap, name: string): Stored | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** The value at a path; undefined if there is none. */
export const valueAt = (
  item: StoredMap,
  path: readonly string[],
  scope: Scope,
): Stored | undefined => {
  let found: Stored | undefined = item;
  for (const placeholder of path) {
    if (!isMap(found)) return undefined;
    found = attributeOf(found, scope.name(placeholder));
  }
  return found;
};
