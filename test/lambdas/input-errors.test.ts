import * as z from 'zod';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import type { Route } from '#lib/kernel/route.ts';
import { allRoutes } from '#lib/routes.ts';
import { inputRefusalOf } from '#lambdas/input.ts';

/** The default messages of the schema library. */
const libraryPhrases =
  /Invalid (input|key|element|option|string)|Too (big|small)|expected|received|Unrecognized/;

/** Values that are too long, too short, too large, too small, of another type or form. */
const values: unknown[] = [
  '',
  ' ',
  'x',
  '\0',
  'x'.repeat(20_000),
  0,
  -1,
  1.5,
  1e300,
  true,
  null,
  [],
  [null],
  Array.from({ length: 2000 }, (_, at) => `x${at}`),
  {},
  { surprise: 1 },
];

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every place that a schema describes, as a function that puts a value there. */
const settersIn = (schema: unknown, depth = 0): ((value: unknown) => unknown)[] => {
  if (!isObject(schema) || depth > 5) return [];
  const { properties, items, additionalProperties } = schema;
  const forms = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => Object(schema)[name] ?? []);
  const inFields = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, one]) =>
    settersIn(one, depth + 1).map((setter) => (value: unknown) => ({
      ...constantsOf(properties),
      [name]: setter(value),
    })),
  );
  const inItems = settersIn(items, depth + 1).map((setter) => (value: unknown) => [setter(value)]);
  const inRest = settersIn(additionalProperties, depth + 1).map((setter) => (value: unknown) => ({
    some: setter(value),
  }));
  const inForms = forms.flatMap((one: unknown) => settersIn(one, depth + 1));
  return [(value) => value, ...inFields, ...inItems, ...inRest, ...inForms];
};

/** The constants that distinguish variants of a value, so that the right one is checked. */
const constantsOf = (properties: unknown): Json =>
  Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, one]) =>
      isObject(one) && 'const' in one ? [[name, one.const]] : [],
    ),
  );

const sentencesOf = (input: z.ZodType): string[] => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return settersIn(schema).flatMap((setter) =>
    [undefined, ...values].flatMap((value) => {
      const { error } = input.safeParse(setter(value));
      if (!error) return [];
      const { message, extra } = inputRefusalOf(error);
      return [message, ...(extra.detail ?? []).map(({ msg }) => msg)];
    }),
  );
};

describe('the messages about a wrong input', () => {
  const calls = Object.values(allRoutes).flatMap((routes) => Object.entries<Route>(routes));

  it.each(calls)('of %s are our own sentences', (_key, { input }) => {
    const sentences = new Set(sentencesOf(input));
    expect(sentences.size).toBeGreaterThan(0);
    expect([...sentences].filter((one) => libraryPhrases.test(one))).toEqual([]);
  });

  it.each(Object.entries(nodeSettings))('in settings of %s are our own sentences', (_kind, one) => {
    const sentences = new Set(sentencesOf(one));
    expect(sentences.size).toBeGreaterThan(0);
    expect([...sentences].filter((text) => libraryPhrases.test(text))).toEqual([]);
  });
});
