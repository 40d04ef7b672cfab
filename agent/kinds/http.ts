// Calls of addresses near the agent: only hosts that its settings name.
import type { Settings } from '../settings.ts';
import { type Kinds, someText, textOf } from './run.ts';

const most = 1024 * 1024;

const bodyOf = async (answer: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    if (size > most) throw new Error('The answer is larger than 1 MiB.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A call over HTTP, for clusters and hosts alike. It follows no redirect. */
export const httpKinds = ({ hosts }: Settings): Kinds => ({
  http: async (args, signal) => {
    const url = URL.parse(textOf(args, 'url'));
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error('This is no address of HTTP.');
    if (!hosts.includes(url.host)) {
      throw new Error(`The settings of the agent name no host "${url.host}".`);
    }
    const { method = 'GET', headers = {} } = args;
    const body = someText(args, 'body');
    const answer = await fetch(url, {
      method: String(method),
      headers: headers as Record<string, string>,
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal,
    });
    return { status: answer.status, result: parsed(await bodyOf(answer)) };
  },
});
