import type * as z from 'zod';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import type { Shape } from '#lib/domain/bots/settings.rules.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { dollarText } from '#web/components/dollars.ts';
import { type Field, fieldOf, nameToLabel } from '../fields/fields.ts';

const shapes: Readonly<Record<string, { shape: Shape }>> = nodeSettings;

type FieldSchema = { name: string; schema?: z.ZodType | undefined };

/** The schema of a node's field (`settings.url`, `policy.retries`), and its name there. */
const fieldSchemaOf = (kind: string, field: string): FieldSchema => {
  const [part, ...rest] = field.split('.');
  const name = rest.join('.');
  if (part === 'settings') return { name, schema: shapes[kind]?.shape[name] };
  if (part !== 'policy') return { name: field };
  const policy: Shape = nodePolicy.shape;
  return { name, schema: policy[name] };
};

/** The title of a node's field (`settings.url`, `policy.retries`, `name`), as in its form. */
export const fieldTitle = (kind: string, field: string): string => {
  const { name, schema } = fieldSchemaOf(kind, field);
  return schema?.meta()?.title ?? nameToLabel(name);
};

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `1 day`, `1 hour 30 minutes`. */
const durationText = (seconds: number): string => {
  let remainingSeconds = seconds;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(remainingSeconds / size);
    remainingSeconds -= count * size;
    return count === 0 ? [] : [formatCount(count, unit)];
  });
  return parts.join(' ') || 'none';
};

type Settings = Readonly<Record<string, unknown>>;

/** A number with its unit; undefined if only its title says what it counts. */
const amountText = (
  value: number,
  { unit, unitIn }: Pick<Field, 'unit' | 'unitIn'>,
  settings: Settings,
): string | undefined => {
  const unitName = unitIn === undefined ? undefined : settings[unitIn];
  if (typeof unitName === 'string') return formatCount(value, unitName.replace(/s$/, ''));
  if (unit === 'USD') return dollarText(value);
  return unit && durationText(unit === 'minutes' ? 60 * value : value);
};

/**
 * A value as shown in the form of its node, with these settings; undefined if it is neither a
 * choice nor an amount.
 */
export const fieldValueText = (
  kind: string,
  field: string,
  value: unknown,
  settings: Settings = {},
): string | undefined => {
  const { name, schema } = fieldSchemaOf(kind, field);
  if (!schema) return undefined;
  const fieldInfo = fieldOf(name, schema);
  const { options } = fieldInfo;
  if (typeof value === 'number') return amountText(value, fieldInfo, settings);
  const labelOf = (one: unknown) => options.find((option) => option.value === one)?.label;
  if (!Array.isArray(value)) return labelOf(value);
  const labels = value.map(labelOf).filter((label) => label !== undefined);
  return labels.length > 0 ? labels.join(', ') : undefined;
};
