import { invalid } from './refusal.ts';
import { memoize } from './memoize.ts';
import type { UsedPlaceholders } from './scope.ts';
import { Tokens } from './tokens.ts';

const comparisons = ['=', '<=', '>=', '<', '>'] as const;

/** A query's conditions on one key attribute; a bound is an operator with its value. */
export type Bound = { operator: (typeof comparisons)[number]; value: string };
type KeyBounds = { name: string; bounds: Bound[] };

/** A query's condition on the partition key, and optionally on the sort key. */
export type KeyCondition = UsedPlaceholders & { keyBounds: readonly KeyBounds[] };

const parseBounds = (tokens: Tokens): Bound[] => {
  const operator = tokens.takesOneOf(comparisons);
  if (operator) return [{ operator, value: tokens.value() }];
  tokens.expect('BETWEEN');
  const low = tokens.value();
  tokens.expect('AND');
  return [
    { operator: '>=', value: low },
    { operator: '<=', value: tokens.value() },
  ];
};

/** Parses a query's condition: `#p = :p`, and a comparison or range of the sort key. */
export const parseKeyCondition = memoize((text): KeyCondition => {
  const tokens = new Tokens(text, 'KeyConditionExpression');
  const keyBounds: KeyBounds[] = [];
  do {
    const [name = '', ...nested] = tokens.path();
    if (nested.length > 0) {
      throw invalid('KeyConditionExpressions cannot have conditions on nested attributes');
    }
    keyBounds.push({ name, bounds: parseBounds(tokens) });
  } while (tokens.takes('AND'));
  if (!tokens.isAtEnd) throw tokens.unexpected();
  return { keyBounds, names: tokens.names, values: tokens.values };
});

export type Projection = UsedPlaceholders & { attributes: readonly string[] };

/** Parses a projection; only whole attributes can be named. */
export const parseProjection = memoize((text): Projection => {
  const tokens = new Tokens(text, 'ProjectionExpression');
  const attributes: string[] = [];
  do {
    const [name = '', ...nested] = tokens.path();
    if (nested.length > 0) throw tokens.refusal('parts of attributes cannot be read here.');
    attributes.push(name);
  } while (tokens.takes(','));
  if (!tokens.isAtEnd) throw tokens.unexpected();
  return { attributes, names: tokens.names, values: tokens.values };
});
