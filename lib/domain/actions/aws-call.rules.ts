import { isRegion } from '../integrations/aws/permissions.rules.ts';
import { secretCalls } from '../integrations/aws/services.schema.ts';
import { type Given, type Put, valuesOf, withValues } from './action-call.rules.ts';
import type { ActionOf, AwsCall } from './definition.schema.ts';

/** What is to be called. */
export type PlannedAwsCall = {
  /** Blank for that of the integration. */
  region: string;
  parameters: Record<string, unknown>;
  /** What is waited for, if anything is. */
  until?: NonNullable<AwsCall['until']>;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws a sentence where a text is no point in time. */
const dated = (text: string): Date => {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new RangeError(`"${text.slice(0, 40)}" is not a point in time.`);
  return new Date(ms);
};

/** Parameters with points in time, and without what has no value or is not wanted (`$if`). */
const settled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(settled).filter((one) => one !== undefined);
  if (!isRecord(value)) return value;
  if (Object.hasOwn(value, '$date')) {
    const { $date } = value;
    return typeof $date === 'string' ? dated($date) : undefined;
  }
  if (Object.hasOwn(value, '$if') && value.$if === undefined) return undefined;
  const given = Object.entries(value).filter(([name]) => name !== '$if');
  const members = given.map(([name, one]) => [name, settled(one)] as const);
  return Object.fromEntries(members.filter(([, one]) => one !== undefined));
};

const callWith = (call: AwsCall, put: Put): PlannedAwsCall | string => {
  const region = put.text(call.region ?? '').trim();
  if (region !== '' && !isRegion(region)) return `"${region.slice(0, 40)}" is not a region.`;
  try {
    const parameters = settled(put.part(call.parameters));
    const { until } = call;
    return {
      region,
      parameters: isRecord(parameters) ? parameters : {},
      ...(until && { until: { ...until, is: put.text(until.is) } }),
    };
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
};

/** The call that an action makes with these values, or the sentence why there is none. */
export const awsCallOf = (
  { call, parameters_definition }: Pick<ActionOf<'aws'>, 'call' | 'parameters_definition'>,
  given: Given,
): PlannedAwsCall | string => {
  const name = `${call.service}:${call.operation}`;
  if (secretCalls.has(name)) return `${name} answers secrets, which no run may hold.`;
  const values = valuesOf(parameters_definition, given);
  if (typeof values === 'string') return values;
  return withValues(values, (put) => callWith(call, put));
};
