import * as z from 'zod';
import { ApiError } from './api-error.ts';
import { connection } from './connection.ts';
import { earlyAnswer } from './early.ts';
import type { CallRequest } from '#lib/kernel/route-request.ts';

const refusalBody = z.object({
  error: z.string(),
  field: z.string().optional(),
  detail: z
    .array(z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])) }))
    .optional(),
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Answer = { ok: boolean; status: number; text: string; retryAfter: string | null };

/**
 * The error for a non-API response: the body, for example a proxy's page, is of no use to people.
 */
const unexpected = (status: number, wait?: number): ApiError => {
  const busy = status === 429;
  const what = busy ? 'The server is overloaded' : 'Unexpected server response';
  const advice = `. Try again in ${wait ? `${wait} seconds` : 'a moment'}.`;
  const text = busy || status >= 500 ? what + advice : what;
  return new ApiError(status, text, undefined, [], wait);
};

const refusalOf = ({ status, text, retryAfter }: Answer): ApiError => {
  const body = refusalBody.safeParse(parsed(text));
  const wait = Number(retryAfter) || undefined;
  if (!body.success) return unexpected(status, wait);
  const { error, field, detail } = body.data;
  return new ApiError(status, error, field, detail, wait);
};

const unreachable = () => new ApiError(0, "Couldn't connect to the server!");

/** Milliseconds. API Gateway gives up after 29 seconds, so that no answer comes later than this. */
const longestWait = 30_000;

const unanswered = (method: string): ApiError => {
  const advice =
    method === 'GET'
      ? 'Try again in a moment.'
      : 'It may have been done anyway: check before you try again.';
  return new ApiError(408, `The server did not answer within 30 seconds. ${advice}`);
};

const answerTo = async (
  request: CallRequest,
  token: string,
  signal?: AbortSignal,
): Promise<Answer> => {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  const { method, path, body } = request;
  const late = AbortSignal.timeout(longestWait);
  try {
    const content = body === undefined ? {} : { body };
    const until = AbortSignal.any(signal ? [signal, late] : [late]);
    const init = { method, headers, ...content, signal: until };
    const url = `${connection().apiUrl}/${path}`;
    const answer = (await earlyAnswer(url, token)) ?? (await fetch(url, init));
    const { ok, status } = answer;
    return { ok, status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw late.aborted ? unanswered(method) : unreachable();
  }
};

const currentToken = async (): Promise<string> => {
  const token = await connection()
    .accessToken()
    .catch(() => {
      throw unreachable();
    });
  if (!token) throw new ApiError(401, 'Sign in to go on.');
  return token;
};

/** Sends a request as the signed-in user and returns the parsed body. Throws `ApiError`. */
export const send = async (request: CallRequest, signal?: AbortSignal): Promise<unknown> => {
  const answer = await answerTo(request, await currentToken(), signal);
  const { ok, status, text } = answer;
  if (!ok) throw refusalOf(answer);
  if (text === '') return {};
  const body = parsed(text);
  if (body === undefined) throw unexpected(status);
  return body;
};
