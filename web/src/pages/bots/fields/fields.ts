import * as z from 'zod';
import { settingErrorMap, settingIssueText } from '#lib/domain/bots/setting-messages.rules.ts';
import { isUsed, type Shape } from '#lib/domain/bots/settings.rules.ts';

export const controlNames = [
  'text',
  'number',
  'select',
  'multiselect',
  'toggle',
  'prose',
  'textarea',
  'expression',
  'code',
  'sql',
  'texts',
  'headers',
  'group',
  'rows',
  'inputs',
  'rules',
  'listener',
  'compliance_rules',
  'scanned_integrations',
  'integration',
  'integrations',
  'model',
  'action',
  'bot',
  'toolkit',
  'agent_bots',
  'mcp_tool',
  'mcp_tools',
  'clients',
  'parameters',
  'node',
] as const;

export type Control = (typeof controlNames)[number];

export type Option = { value: string; label: string };

/** One field of a form, derived from its schema. */
export type Field = {
  name: string;
  title: string;
  description?: string | undefined;
  constraint?: string | undefined;
  placeholder?: string | undefined;
  /** The unit of a number, shown after it. */
  unit?: string | undefined;
  /** The setting that contains the unit. */
  unitIn?: string | undefined;
  /** The collapsed section that contains it: most users leave it unchanged. */
  section?: string | undefined;
  /** Settings whose problems open that section, where they can be corrected. */
  openedBy?: readonly string[] | undefined;
  control: Control;
  /** Whether it may be absent. */
  optional: boolean;
  /** Whether the check requires it nevertheless, if it applies. */
  needed?: boolean | undefined;
  /** The value that applies while the setting is absent. */
  fallback: unknown;
  options: readonly Option[];
  /** The uses of integrations that it offers. */
  uses?: readonly string[] | undefined;
  /** The integration types that it offers, if they are not those of the action. */
  only?: readonly string[] | undefined;
  schema: z.ZodType;
};

const fieldMeta = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  placeholder: z.string().optional(),
  section: z.string().optional(),
  opened_by: z.array(z.string()).optional(),
  unit_in: z.string().optional(),
  needed: z.boolean().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  uses: z.array(z.string()).optional(),
  types: z.array(z.string()).optional(),
  control: z.enum(controlNames).optional().catch(undefined),
});

/** The schema inside defaults and optionals. */
export const innerSchemaOf = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodOptional
    ? innerSchemaOf(schema.def.innerType)
    : schema;

const listControl = (entry: z.core.$ZodType): Control => {
  if (entry instanceof z.ZodEnum) return 'multiselect';
  return entry instanceof z.ZodObject ? 'rows' : 'texts';
};

const controlOf = (schema: z.core.$ZodType): Control => {
  if (schema instanceof z.ZodEnum) return 'select';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'toggle';
  if (schema instanceof z.ZodObject) return 'group';
  return schema instanceof z.ZodArray ? listControl(innerSchemaOf(schema.element)) : 'text';
};

const decimal = (limit: number): string => limit.toLocaleString('en');

const isLimit = (limit: number | null): limit is number =>
  limit !== null && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

const constraintOf = (schema: z.core.$ZodType): string | undefined => {
  if (!(schema instanceof z.ZodNumber)) return undefined;
  const { minValue: min, maxValue: max, isInt } = schema;
  const kind = isInt ? 'A whole number' : 'A number';
  if (!isLimit(min) && !isLimit(max)) return isInt ? `${kind}.` : undefined;
  if (isLimit(min) && isLimit(max)) return `${kind} from ${decimal(min)} to ${decimal(max)}.`;
  return isLimit(min) ? `${kind} from ${decimal(min)}.` : `${kind} up to ${decimal(max ?? 0)}.`;
};

/** Names contain the unit: `retry_seconds`, `max_cost_usd`. */
const unitOf = (name: string): string | undefined => {
  const unit = /(?:^|_)(seconds|minutes|usd)$/.exec(name)?.[1];
  return unit === 'usd' ? 'USD' : unit;
};

/** A name or an option as text: `on_demand` becomes "On demand", `GET` stays. */
export const nameToLabel = (name: string): string => {
  if (name === name.toUpperCase()) return name;
  const label = name.replaceAll('_', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
};

/** The options of an enumeration, or of a list of its values. */
const optionsOf = (schema: z.core.$ZodType, labels: Record<string, string> = {}): Option[] => {
  if (schema instanceof z.ZodArray) return optionsOf(innerSchemaOf(schema.element), labels);
  if (!(schema instanceof z.ZodEnum)) return [];
  const values = schema.options.map(String);
  return values.map((value) => ({ value, label: labels[value] ?? nameToLabel(value) }));
};

/** One field of a form from its schema. */
export const fieldOf = (name: string, schema: z.ZodType): Field => {
  const meta = fieldMeta.parse(schema.meta() ?? {});
  const { title, description, placeholder, control, needed, uses, types, labels, section } = meta;
  const inner = innerSchemaOf(schema);
  const isNumber = inner instanceof z.ZodNumber;
  return {
    name,
    title: title ?? nameToLabel(name),
    description,
    placeholder,
    section,
    openedBy: meta.opened_by,
    constraint: constraintOf(inner),
    unit: isNumber ? unitOf(name) : undefined,
    unitIn: meta.unit_in,
    control: control ?? controlOf(inner),
    optional: schema instanceof z.ZodOptional,
    needed,
    uses,
    only: types,
    fallback: schema.safeParse(undefined).data,
    options: optionsOf(inner, labels),
    schema,
  };
};

/** The fields of a form that apply with these settings, in the order of the schema. */
export const fieldsOf = (shape: Shape, settings: Readonly<Record<string, unknown>>): Field[] =>
  Object.entries(shape)
    .filter(([name]) => isUsed(shape, name, settings))
    .map(([name, schema]) => fieldOf(name, schema));

/** The problems of a value, with its schema's messages if it has any. */
export const issuesIn = (schema: z.ZodType, value: unknown): z.core.$ZodIssue[] =>
  schema.safeParse(value, { error: settingErrorMap }).error?.issues ?? [];

const issueMessage = (issue: z.core.$ZodIssue | undefined): string | undefined =>
  issue && settingIssueText(issue);

/** The problem of a field's value. */
export const fieldError = ({ schema }: Field, value: unknown): string | undefined =>
  issueMessage(issuesIn(schema, value)[0]);

/** The problem of a list or group as a whole: its fields show their own. */
export const wholeError = ({ schema }: Field, value: unknown): string | undefined =>
  issueMessage(
    issuesIn(schema, value).find(({ code, path }) => path.length === 0 || code === 'custom'),
  );

/**
 * The value of a typed text: a number if the field accepts it, undefined if it is empty and the
 * field is optional or a number field, else the text.
 */
export const readText = ({ schema, optional, control }: Field, text: string): unknown => {
  if (text.trim() === '') return optional || control === 'number' ? undefined : '';
  const number = Number(text);
  return control === 'number' || schema.safeParse(number).success ? number : text;
};
