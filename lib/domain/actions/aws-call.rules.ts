import { isObject } from '#lib/kernel/value-kinds.ts';
import { isRegion } from '../integrations/aws/permissions.rules.ts';
import { secretCalls } from '../integrations/aws/services.schema.ts';
import { type GivenValues, type ValueInserter, valuesOf, withValues } from './action-call.rules.ts';
import type { ActionOf, AwsCall } from './definition.schema.ts';

/** An AWS call to make. */
export type PlannedAwsCall = {
  /** Blank means the region of the integration. */
  region: string;
  parameters: Record<string, unknown>;
  /** The state to wait for, if any. */
  until?: NonNullable<AwsCall['until']>;
};

/** Parses a date; throws a RangeError with a sentence if it is invalid. */
const parseDate = (text: string): Date => {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new RangeError(`"${text.slice(0, 40)}" is not a date and time.`);
  return new Date(ms);
};

/** Converts `$date`, and leaves out members that have no value or whose `$if` has none. */
const resolveMarkers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(resolveMarkers).filter((one) => one !== undefined);
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, '$date')) {
    const { $date } = value;
    return typeof $date === 'string' ? parseDate($date) : undefined;
  }
  if (Object.hasOwn(value, '$if') && value.$if === undefined) return undefined;
  const entries = Object.entries(value).filter(([name]) => name !== '$if');
  const members = entries.map(([name, one]) => [name, resolveMarkers(one)] as const);
  return Object.fromEntries(members.filter(([, one]) => one !== undefined));
};

const buildAwsCall = (call: AwsCall, inserter: ValueInserter): PlannedAwsCall | string => {
  const region = inserter.text(call.region ?? '').trim();
  if (region !== '' && !isRegion(region)) return `"${region.slice(0, 40)}" is not a region.`;
  try {
    const parameters = resolveMarkers(inserter.json(call.parameters));
    const { until } = call;
    return {
      region,
      parameters: isObject(parameters) ? parameters : {},
      ...(until && { until: { ...until, is: inserter.text(until.is) } }),
    };
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
};

/** The AWS call that an action makes with these values, or a sentence on why it cannot. */
export const awsCallOf = (
  { call, parameters_definition }: Pick<ActionOf<'aws'>, 'call' | 'parameters_definition'>,
  input: GivenValues,
): PlannedAwsCall | string => {
  const name = `${call.service}:${call.operation}`;
  if (secretCalls.has(name)) return `${name} returns secrets, which runs are not allowed to read.`;
  const values = valuesOf(parameters_definition, input);
  if (typeof values === 'string') return values;
  return withValues(values, (inserter) => buildAwsCall(call, inserter));
};
