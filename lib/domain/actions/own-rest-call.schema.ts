import * as z from 'zod';
import { hasExactNumbers, inexactNumber } from '#lib/kernel/exact-number.ts';
import { requestHeaderName } from '#lib/kernel/header.ts';
import { expectsSchema, jsonPointer } from './own-expects.schema.ts';

/** Maximum characters of a body as JSON. */
const maxBodyLength = 50_000;

const texts = (name: z.ZodType<string, string>) =>
  z
    .record(name, z.string().max(4000))
    .refine((list) => Object.keys(list).length <= 50, 'Keep at most 50 entries.');

const parameterPlace = z.string().min(1, 'Write something here.').max(200);

/** Headers for authentication, which only the integration may set. */
const reserved = /^(authorization|cookie)$/i;

const headers = texts(requestHeaderName)
  .refine(
    (list) => !Object.keys(list).some((name) => reserved.test(name)),
    'Leave out Authorization and Cookie: the integration authenticates the request.',
  )
  .refine(
    (list) => Object.values(list).every((value) => /^[\x20-\x7e]*$/.test(value)),
    'A header must be one line of printable ASCII characters.',
  );

const pointer = jsonPointer('/data/id');

const path = z
  .string('Please enter path')
  .trim()
  .min(1, 'Please enter path')
  .max(2000)
  // Absolute for another host of the integration type; the catalogue lists these hosts.
  .regex(
    /^(https:\/\/[a-z0-9.-]+)?\/(?!\/)/,
    'Begin with one /: the path is added to the address of the integration.',
  )
  .regex(/^[^?#]*$/, 'Leave out ? and #: enter query parameters in their own field.')
  .regex(/^[^\s\\]*$/, 'Leave out spaces and backslashes.')
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Leave out characters that cannot be seen.')
  .regex(/^(?!.*\/(\.|%2e){1,2}(\/|$))/i, 'A part of the path must not be "." or "..".');

/** Any JSON; its depth was limited when the text was parsed. */
const body = z
  .unknown()
  .refine(hasExactNumbers, inexactNumber)
  .refine(
    (value) => (JSON.stringify(value) ?? '').length <= maxBodyLength,
    `Keep the body below ${maxBodyLength.toLocaleString('en')} characters.`,
  );

/** A request as written by an organisation: a `RestCall` within limits. */
export const restCall = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path,
    query: texts(parameterPlace).optional(),
    headers: headers.optional(),
    body: body.optional(),
    form: texts(parameterPlace).optional(),
    expects: expectsSchema(pointer).optional(),
    result: pointer.optional(),
  })
  .check(({ value, issues }) => {
    const { method, body: json, form } = value;
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message });
    if (json !== undefined && form) refuse('form', 'Send a body or a form, not both.');
    if (method === 'GET' && json !== undefined) refuse('body', 'A GET request cannot have a body.');
    if (method === 'GET' && form) refuse('form', 'A GET request cannot have a form.');
  });
