import * as z from 'zod';
import { hasExactNumbers, inexactNumber } from '#lib/kernel/exact-number.ts';
import { awsServices, secretCalls } from '../integrations/aws/services.schema.ts';
import { expectsSchema, jsonPointer } from './own-expects.schema.ts';

/** Maximum characters of the parameters as JSON. */
const maxParametersLength = 50_000;

const pointer = jsonPointer('/Reservations/0');

/** A region, or `{name}` of a parameter. */
const region = z
  .string()
  .regex(
    /^([a-z]{2,3}(-[a-z]+)+-\d{1,2}|\{[a-z][a-z0-9_]*\})?$/,
    'Write a region, such as eu-west-1, or a parameter in braces, such as {region}.',
  );

/** A permission without wildcards: the rights of a session are listed one by one. */
const permission = z
  .string()
  .max(120)
  .regex(/^[a-z0-9-]+:[A-Za-z0-9]+$/, 'Write a permission, such as kms:Decrypt.');

const secondsHint = 'Write a number from 1 to 60.';

const parameters = z
  .record(z.string().max(100), z.unknown())
  .refine(hasExactNumbers, inexactNumber)
  .refine(
    (value) => JSON.stringify(value).length <= maxParametersLength,
    `Keep the parameters below ${maxParametersLength.toLocaleString('en')} characters.`,
  );

/** An AWS call as written by an organisation: an `AwsCall` within limits. */
export const awsCall = z
  .strictObject({
    service: z.enum(Object.keys(awsServices) as (keyof typeof awsServices)[], 'Choose a service.'),
    operation: z
      .string('Please enter operation')
      .trim()
      .regex(/^[A-Z][A-Za-z0-9]{1,99}$/, 'Write it as AWS documents it, such as StopInstances.'),
    region: region.optional(),
    parameters: parameters.default({}),
    also: z.array(permission).max(5).optional(),
    until: z
      .strictObject({
        at: pointer,
        is: z.string().min(1, 'Write the state to wait for.').max(200),
        every_seconds: z.number(secondsHint).min(1, secondsHint).max(60, secondsHint).default(5),
      })
      .optional(),
    expects: expectsSchema(pointer).optional(),
    result: pointer.optional(),
  })
  .check(({ value, issues }) => {
    const name = `${value.service}:${value.operation}`;
    const message = `${name} returns secrets, which runs are not allowed to read.`;
    if (secretCalls.has(name)) {
      issues.push({ code: 'custom', input: value, path: ['operation'], message });
    }
  });
