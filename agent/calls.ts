// Calls to the server, each signed and sent once.
import { randomBytes } from 'node:crypto';
import { callText } from '../lib/domain/agents/calls/signature.rules.ts';
import type { Identity } from './identity.ts';

/** The server rejected a call; with `status` 401 or 409 this agent must not continue. */
export class CallRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Calls = {
  /** Resolves with the answer and the call's nonce; rejects with CallRefused on an error status. */
  send: (call: string, body: object, signal?: AbortSignal) => Promise<CallAnswer>;
};

export type CallAnswer = { answer: Record<string, unknown>; nonce: string };

/** In ms; longer than a server keeps a claim waiting. */
const timeout = 60_000;

const errorMessageIn = (text: string): string => {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : text.slice(0, 200);
  } catch {
    // A page of HTML, from a proxy in front of the server.
    return text.replace(/<[^<>]*>/g, ' ').slice(0, 200);
  }
};

/** Opens the calls of one process, which keeps one instance id for its lifetime. */
export const openCalls = ({ tenant_id, agent_id, calls_url, sign }: Identity): Calls => {
  const instance = randomBytes(16).toString('hex');

  return {
    async send(call, body, signal) {
      const nonce = randomBytes(16).toString('hex');
      const time = String(Date.now());
      const text = JSON.stringify(body);
      const fields = { tenant_id, agent_id, call, time, nonce, instance, body: text };
      const timeoutSignal = AbortSignal.timeout(timeout);
      const answer = await fetch(`${calls_url}/agents/${tenant_id}/${agent_id}/${call}`, {
        method: 'POST',
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          'x-agent-time': time,
          'x-agent-nonce': nonce,
          'x-agent-instance': instance,
          'x-agent-signature': sign(callText(fields)),
        },
        body: text,
        signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
      });
      const responseText = await answer.text();
      if (answer.status !== 200) throw new CallRefused(answer.status, errorMessageIn(responseText));
      return { answer: JSON.parse(responseText) as Record<string, unknown>, nonce };
    },
  };
};
