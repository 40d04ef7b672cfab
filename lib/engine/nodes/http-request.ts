import * as z from 'zod';
import { httpMethods } from '#lib/domain/bots/nodes/http-request.schema.ts';
import { type OutgoingAnswer, OutgoingError } from '../outgoing/request.ts';
import { type Call, type Done, type Failed, failed, type NodeRules } from './node.ts';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** The settings once their expressions are evaluated. */
const request = z.object({
  method: z.enum(httpMethods),
  url: z.string('The URL is not a text.').trim().min(1, 'The URL is empty.'),
  headers: z.array(z.object({ name: z.string(), value: text.default('') })),
  body: z.unknown().optional(),
  timeout_seconds: z.number(),
});
type Request = z.infer<typeof request>;

const parse = ({ settings }: Call): Request | Failed => {
  const parsed = request.safeParse(settings);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return failed(`The ${String(issue?.path[0])} cannot be sent: ${issue?.message}`);
};

const isFailed = (value: Request | Failed): value is Failed => 'type' in value;

const isNamed = ({ headers }: Request, name: string): boolean =>
  headers.some((header) => header.name.toLowerCase() === name);

const bodyOf = ({ body }: Request): { body?: string; isJson: boolean } => {
  if (body === undefined || body === null || body === '') return { isJson: false };
  if (typeof body === 'string') return { body, isJson: false };
  return { body: JSON.stringify(body), isJson: true };
};

/** Headers that hold nothing of the user's: they may follow a redirect to another host. */
const harmless = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

const headersOf = (asked: Request, key: string, isJson: boolean): Record<string, string> => ({
  ...(isJson && !isNamed(asked, 'content-type') && { 'content-type': 'application/json' }),
  ...(!isNamed(asked, 'idempotency-key') && { 'idempotency-key': key }),
  ...Object.fromEntries(asked.headers.map(({ name, value }) => [name, value])),
});

const isJsonType = (type: string | undefined): boolean =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type ?? '');

const readBody = ({ headers, body }: OutgoingAnswer): unknown => {
  if (!isJsonType(headers['content-type']) || body === '') return body;
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return body;
  }
};

const outcomeOf = (answer: OutgoingAnswer): Done | Failed => {
  const { status, headers, url } = answer;
  const output = { status, headers, body: readBody(answer) };
  if (status < 400) return { type: 'done', output, handle: 'next' };
  return { ...failed(`${new URL(url).host} answered with status ${status}.`), output };
};

const secretName = /auth|cookie|token|key|secret|password|signature/i;

/** What is shown of the request: no credentials, and no more of a text than fits on a page. */
const shown = ({ method, url, headers, body }: Request) => {
  const mask = ({ name, value }: { name: string; value: string }) =>
    [name, secretName.test(name) ? '••••' : value.slice(0, 200)] as const;
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  return {
    method,
    url: url.slice(0, 2000),
    headers: Object.fromEntries(headers.map(mask)),
    ...(sent && { body: sent.length > 2000 ? `${sent.slice(0, 2000)}…` : sent }),
  };
};

export const httpRequest: NodeRules = {
  begin(call) {
    const asked = parse(call);
    return isFailed(asked) ? asked : { type: 'effect', input: shown(asked) };
  },

  async perform(call) {
    const asked = parse(call);
    if (isFailed(asked)) return asked;
    const { body, isJson } = bodyOf(asked);
    try {
      const answer = await call.deps.outgoing({
        method: asked.method,
        url: asked.url,
        headers: headersOf(asked, call.key, isJson),
        ...(body !== undefined && { body }),
        timeoutMs: asked.timeout_seconds * 1000,
        secretHeaders: asked.headers
          .map(({ name }) => name.toLowerCase())
          .filter((name) => !harmless.has(name)),
      });
      return outcomeOf(answer);
    } catch (error) {
      if (error instanceof OutgoingError) return failed(error.message);
      throw error;
    }
  },
};
