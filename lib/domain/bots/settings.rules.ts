import * as z from 'zod';
import { type NodeKind, nodeSettings } from './node.schema.ts';

type Settings = Readonly<Record<string, unknown>>;

/** The schemas of a form's fields, by name. */
export type Shape = Readonly<Record<string, z.ZodType>>;

type When = Record<string, string[]>;

const conditional = z.object({ when: z.record(z.string(), z.array(z.string())).optional() });

/** The value of a setting with its default applied; undefined if it does not fit its schema. */
const valueOrDefault = (shape: Shape, name: string, settings: Settings): unknown =>
  shape[name]?.safeParse(settings[name]).data;

/** The default values of settings. */
export const defaultsOf = (shape: Shape): Record<string, unknown> => {
  const defaults = Object.entries(shape).map(
    ([name, field]) => [name, field.safeParse(undefined).data] as const,
  );
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
};

/** Cached per schema, because settings are read at every node that runs. */
const conditionCache = new WeakMap<z.ZodType, When>();

const conditionsOf = (schema: z.ZodType): When => {
  const when = conditionCache.get(schema) ?? conditional.parse(schema.meta() ?? {}).when ?? {};
  conditionCache.set(schema, when);
  return when;
};

/**
 * Whether a setting applies: `when` in its schema's meta names other settings and the values that
 * they must have for it.
 */
export const isUsed = (shape: Shape, name: string, settings: Settings): boolean => {
  const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return Object.entries(schema ? conditionsOf(schema) : {}).every(([other, values]) =>
    values.some((value) => value === valueOrDefault(shape, other, settings)),
  );
};

/**
 * The settings without those that do not apply: these stay stored in case they apply again, but are
 * neither checked nor evaluated.
 */
export const usedSettings = (kind: NodeKind, settings: Settings): Record<string, unknown> => {
  const { shape } = nodeSettings[kind];
  const used = Object.entries(settings).filter(([name]) => isUsed(shape, name, settings));
  return Object.fromEntries(used);
};
