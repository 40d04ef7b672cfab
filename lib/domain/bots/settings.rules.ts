import * as z from 'zod';
import { type NodeKind, nodeSettings } from './node.schema.ts';

type Settings = Readonly<Record<string, unknown>>;

const conditional = z.object({ when: z.record(z.string(), z.array(z.string())).optional() });

const fieldsOf = (kind: NodeKind): Record<string, z.ZodType> => nodeSettings[kind].shape;

/** What a setting is once its default is filled in; undefined where it does not fit its schema. */
const filled = (fields: Record<string, z.ZodType>, name: string, settings: Settings): unknown =>
  fields[name]?.safeParse(settings[name]).data;

/**
 * Whether a setting has a meaning beside the others: `when` in its schema's meta names other
 * settings and the values that they must have for it.
 */
export const isUsed = (kind: NodeKind, name: string, settings: Settings): boolean => {
  const fields = fieldsOf(kind);
  const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const { when = {} } = conditional.parse(schema?.meta() ?? {});
  return Object.entries(when).every(([other, values]) =>
    values.some((value) => value === filled(fields, other, settings)),
  );
};

/**
 * The settings without those that have no meaning beside the others: they are kept for the moment
 * they are wanted again, and until then neither checked nor evaluated.
 */
export const usedSettings = (kind: NodeKind, settings: Settings): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => isUsed(kind, name, settings)));
