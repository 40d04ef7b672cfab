import * as z from 'zod';
import { ApiError } from './api-error.ts';
import { getConnection } from './connection.ts';
import { takeEarlyAnswer } from './early-requests.ts';
import { parseJson } from '#lib/kernel/parse-json.ts';
import type { CallRequest } from '#lib/kernel/route-request.ts';

const refusalBody = z.object({
  error: z.string(),
  field: z.string().optional(),
  detail: z
    .array(z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])) }))
    .optional(),
});

type Answer = { ok: boolean; status: number; text: string; retryAfter: string | null };

/**
 * The error for a non-API response: the body, for example a proxy's page, is of no use to people.
 */
const unexpectedError = (status: number, wait?: number): ApiError => {
  const busy = status === 429;
  const problem = busy ? 'The server is overloaded' : 'Unexpected server response';
  const advice = `. Try again in ${wait ? `${wait} seconds` : 'a moment'}.`;
  const text = busy || status >= 500 ? problem + advice : problem;
  return new ApiError(status, text, undefined, [], wait);
};

const refusalOf = ({ status, text, retryAfter }: Answer): ApiError => {
  const body = refusalBody.safeParse(parseJson(text));
  const wait = Number(retryAfter) || undefined;
  if (!body.success) return unexpectedError(status, wait);
  const { error, field, detail } = body.data;
  return new ApiError(status, error, field, detail, wait);
};

const unreachableError = () => new ApiError(0, "Couldn't connect to the server!");

/** Milliseconds. API Gateway gives up after 29 seconds, so that no answer comes later than this. */
const requestTimeout = 30_000;

const timeoutError = (method: string): ApiError => {
  const advice =
    method === 'GET'
      ? 'Try again in a moment.'
      : 'It may have been done anyway: check before you try again.';
  return new ApiError(408, `The server did not answer within 30 seconds. ${advice}`);
};

const fetchAnswer = async (
  request: CallRequest,
  token: string,
  signal?: AbortSignal,
): Promise<Answer> => {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  const { method, path, body } = request;
  const timeout = AbortSignal.timeout(requestTimeout);
  try {
    const content = body === undefined ? {} : { body };
    const abortSignal = AbortSignal.any(signal ? [signal, timeout] : [timeout]);
    const init = { method, headers, ...content, signal: abortSignal };
    const url = `${getConnection().apiUrl}/${path}`;
    const answer = (await takeEarlyAnswer(url, token)) ?? (await fetch(url, init));
    const { ok, status } = answer;
    return { ok, status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw timeout.aborted ? timeoutError(method) : unreachableError();
  }
};

const currentToken = async (): Promise<string> => {
  const token = await getConnection()
    .accessToken()
    .catch(() => {
      throw unreachableError();
    });
  if (!token) throw new ApiError(401, 'Sign in to continue.');
  return token;
};

/** Sends a request as the signed-in user and returns the parsed body. Throws `ApiError`. */
export const send = async (request: CallRequest, signal?: AbortSignal): Promise<unknown> => {
  const answer = await fetchAnswer(request, await currentToken(), signal);
  const { ok, status, text } = answer;
  if (!ok) throw refusalOf(answer);
  if (text === '') return {};
  const body = parseJson(text);
  if (body === undefined) throw unexpectedError(status);
  return body;
};
