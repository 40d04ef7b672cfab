import * as z from 'zod';
import { ApiError } from './api-error.ts';
import { connection } from './connection.ts';
import type { CallRequest } from './request.ts';

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

const refusalOf = (status: number, text: string): ApiError => {
  const body = refusalBody.safeParse(parsed(text));
  if (!body.success) return new ApiError(status, 'Unexpected server response');
  return new ApiError(status, body.data.error, body.data.field, body.data.detail);
};

const unreachable = () => new ApiError(0, "Couldn't connect to the server!");

const answerTo = async (request: CallRequest, token: string, signal?: AbortSignal) => {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  const { method, path, body } = request;
  try {
    const content = body === undefined ? {} : { body };
    const init = { method, headers, ...content, ...(signal && { signal }) };
    const answer = await fetch(`${connection().apiUrl}/${path}`, init);
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
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

/** Sends a request as the signed-in user and answers the parsed body. */
export const send = async (request: CallRequest, signal?: AbortSignal): Promise<unknown> => {
  const { ok, status, text } = await answerTo(request, await currentToken(), signal);
  if (!ok) throw refusalOf(status, text);
  if (text === '') return {};
  const body = parsed(text);
  if (body === undefined) throw new ApiError(status, 'Unexpected server response');
  return body;
};
