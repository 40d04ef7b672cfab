// Calls of the server, each signed and sent once.
import { randomBytes } from 'node:crypto';
import { callText } from '../lib/domain/agents/calls/signature.rules.ts';
import type { Identity } from './identity.ts';

/** The server refused a call; `status` 401 and 409 say that this agent may not go on. */
export class CallRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Calls = {
  /** What was answered, and the nonce that the call carried. */
  send: (call: string, body: object, signal?: AbortSignal) => Promise<Answered>;
};

export type Answered = { answer: Record<string, unknown>; nonce: string };

/** Longer than a server holds a claim. */
const timeout = 60_000;

const sentenceIn = (text: string): string => {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : text.slice(0, 200);
  } catch {
    // A page, by what lies before the server.
    return text.replace(/<[^<>]*>/g, ' ').slice(0, 200);
  }
};

/** The calls of one process: what it is known by lasts as long as it. */
export const openCalls = ({ tenant_id, agent_id, calls_url, sign }: Identity): Calls => {
  const instance = randomBytes(16).toString('hex');

  return {
    async send(call, body, signal) {
      const nonce = randomBytes(16).toString('hex');
      const time = String(Date.now());
      const text = JSON.stringify(body);
      const signed = { tenant_id, agent_id, call, time, nonce, instance, body: text };
      const ends = AbortSignal.timeout(timeout);
      const answer = await fetch(`${calls_url}/agents/${tenant_id}/${agent_id}/${call}`, {
        method: 'POST',
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          'x-agent-time': time,
          'x-agent-nonce': nonce,
          'x-agent-instance': instance,
          'x-agent-signature': sign(callText(signed)),
        },
        body: text,
        signal: signal ? AbortSignal.any([signal, ends]) : ends,
      });
      const answered = await answer.text();
      if (answer.status !== 200) throw new CallRefused(answer.status, sentenceIn(answered));
      return { answer: JSON.parse(answered) as Record<string, unknown>, nonce };
    },
  };
};
