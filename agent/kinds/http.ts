// HTTP calls to addresses near the agent: only to hosts that its settings name.
import { hostPortOf, type Settings } from '../settings.ts';
import { type Kinds, namedValues, optionalTextOf, requiredTextOf } from './job-handler.ts';

const maxBodyBytes = 1024 * 1024;

const bodyOf = async (answer: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw new Error('The answer is larger than 1 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parseJsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Why a call failed: `fetch` only gives the reason as `cause`. */
const reasonOf = (error: unknown): Error => {
  const { cause, name } = error as Error;
  if (!(cause instanceof Error) || name === 'AbortError') return error as Error;
  return new Error(`The address could not be called: ${cause.message}`);
};

/** HTTP calls, for clusters and hosts alike. Redirects are not followed. */
export const httpKinds = ({ hosts }: Settings): Kinds => ({
  http: async (args, signal) => {
    const url = URL.parse(requiredTextOf(args, 'url'));
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error('This is no address of HTTP.');
    if (url.username !== '' || url.password !== '') {
      throw new Error('Leave the user and the password out of the address.');
    }
    if (!hosts.includes(hostPortOf(url))) {
      throw new Error(`The settings of the agent name no host "${url.host}".`);
    }
    const body = optionalTextOf(args, 'body');
    const answer = await fetch(url, {
      method: optionalTextOf(args, 'method') ?? 'GET',
      headers: namedValues(args.headers, ':') as Record<string, string>,
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal,
    }).catch((error: unknown) => Promise.reject(reasonOf(error)));
    return { status: answer.status, result: parseJsonOrText(await bodyOf(answer)) };
  },
});
