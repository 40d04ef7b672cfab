import * as z from 'zod';
import { joinUrl } from '#lib/domain/integrations/call.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { requestHeaderName } from '#lib/kernel/header.ts';
import { jsonExcessReason } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { parseJson } from '#lib/kernel/parse-json.ts';
import { addressOf } from '../../integrations/authorise-request.ts';
import { send } from '../../integrations/send.ts';
import { parseAnswerBody } from '../../nodes/answer.ts';
import { failureOfError, failureOfStatus } from '../../nodes/call-failure.ts';
import type { EffectCall } from '../../nodes/node.ts';
import { OutgoingError, type OutgoingRequest } from '../../outgoing/request.ts';
import type { ClientAnswer } from './program.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const path = z
  .string('The path must be text.')
  .max(8000, 'The path has more than 8,000 characters.')
  .regex(/^\//, 'Begin the path with /: it is added to the address of the integration.')
  .regex(/^[^#\\\s\p{Cc}]*$/u, 'Encode the values in the path: urllib.parse.quote does that.')
  .regex(/^(?![^?]*\/(\.|%2e){1,2}([/?]|$))/i, 'A part of the path must not be "." or "..".');

const hasNoneOf = (names: RegExp) => (list: Record<string, string>) =>
  !Object.keys(list).some((name) => names.test(name));

const headers = z
  .record(requestHeaderName, scalar)
  .refine(
    hasNoneOf(/^(authorization|cookie)$/i),
    'Leave out Authorization and Cookie: the integration authenticates the request.',
  )
  .refine(
    hasNoneOf(/^x-(http-)?method(-override)?$/i),
    'Leave out headers that override the method: call that method instead.',
  );

/** A call as requested by the code, which may contain anything. */
const clientCall = z
  .strictObject({
    client: z.string(),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], 'The method is not supported.'),
    path,
    query: z.record(z.string(), z.union([scalar, z.array(scalar)])).optional(),
    headers: headers.optional(),
    body: z.unknown().optional(),
    form: z.record(z.string(), scalar).optional(),
  })
  .refine(({ body, form }) => body === undefined || !form, 'Send a body or a form, not both.')
  .refine(
    ({ method, body, form }) => method !== 'GET' || (body === undefined && !form),
    'A GET request cannot have a body.',
  );
export type ClientCall = z.infer<typeof clientCall>;

/** What is wrong, after the name of the affected part; texts about the path name it themselves. */
const faultOf = (issue: z.core.$ZodIssue | undefined): string => {
  const relevantIssue = issue?.code === 'invalid_key' ? issue.issues[0] : issue;
  const [field] = issue?.path ?? [];
  const prefix = field === undefined || field === 'path' ? '' : `${String(field)}: `;
  return `${prefix}${relevantIssue?.message ?? 'it is not a call.'}`;
};

/** The code may have ended the pass with a text of its own. */
/** Parses the call at which a pass of the code ended, or says why it cannot be made. */
export const parseClientCall = (text: string): ClientCall | string => {
  const excess = jsonExcessReason(text);
  if (excess !== undefined) return `it ${excess}.`;
  const { success, data, error } = clientCall.safeParse(parseJson(text));
  return success ? data : faultOf(error.issues[0]);
};

/** `GET /issues by jira` */
export const describeCall = ({ method, path: to, client }: ClientCall): string =>
  `${method} ${to.slice(0, 200)} by ${client}`;

const withQuery = (to: string, query: ClientCall['query'] = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? to : `${to}${to.includes('?') ? '&' : '?'}${text}`;
};

const contentOf = ({ body, form }: ClientCall): { body?: string; type?: string } => {
  if (form) {
    const type = 'application/x-www-form-urlencoded';
    return { body: new URLSearchParams(form).toString(), type };
  }
  if (body === undefined) return {};
  return typeof body === 'string'
    ? { body }
    : { body: JSON.stringify(body), type: 'application/json' };
};

/** The most characters of a sent body that people are shown. */
const maxShownLength = 300;

/** What a call would send, for people. */
export const describeSentData = (call: ClientCall): string => {
  const { body } = contentOf(call);
  return body === undefined ? '' : ` with ${body.slice(0, maxShownLength)}`;
};

/** The outcome of a call; `passing` where a retry may succeed, `after` so many ms if known. */
export type CallOutcome = { answer: ClientAnswer; passing?: { after?: number } };

type PreparedCall = {
  call: ClientCall;
  integration: OpenedIntegration;
  key: string;
  timeoutMs: number;
};

/** Makes one call of the code, with the secrets of its integration and only to its hosts. */
export const makeCall = async (
  { deps, now }: EffectCall,
  { call, integration, key, timeoutMs }: PreparedCall,
): Promise<CallOutcome> => {
  const { body, type } = contentOf(call);
  try {
    const request: OutgoingRequest = {
      method: call.method,
      url: joinUrl(addressOf(integration), withQuery(call.path, call.query)),
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        'idempotency-key': key,
        ...call.headers,
      },
      secretHeaders: Object.keys(call.headers ?? {}),
      ...(body !== undefined && { body }),
      timeoutMs: Math.min(timeoutMs, limits.httpTotal),
    };
    const { answer, hide } = await send(request, integration, deps);
    const { retry } =
      answer.status >= 400 ? failureOfStatus(answer, now) : { retry: 'no' as const };
    const maskedAnswer = { headers: hide(answer.headers), body: hide(parseAnswerBody(answer)) };
    return { answer: { status: answer.status, ...maskedAnswer }, ...retryHintOf(retry) };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const { retry } = failureOfError(error);
    return { answer: { error: error.message }, ...retryHintOf(retry) };
  }
};

const retryHintOf = (retry: 'no' | number | undefined): Pick<CallOutcome, 'passing'> => {
  if (retry === 'no') return {};
  return { passing: retry === undefined ? {} : { after: retry } };
};
