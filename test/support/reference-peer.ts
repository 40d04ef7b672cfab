import { type Loopback, type LoopbackAnswer, openLoopback } from './loopback.ts';

/** `signature`: the header of webhooks, as receivers read it. */
export type PeerCall = { path: string; key: string; body: string; signature?: string };

/** The same in every call, so that outputs of two runs can be compared. */
const headers = {
  'content-type': 'application/json',
  date: 'Thu, 01 Jan 2026 00:00:00 GMT',
  connection: 'close',
};

const jsonAnswer = (status: number, body: object): LoopbackAnswer => ({
  status,
  headers,
  body: JSON.stringify(body),
});

/** The answer to the n-th call made with the same key. */
const answer = ({ path, body }: PeerCall, attempt: number): LoopbackAnswer => {
  if (path === '/scan') return jsonAnswer(503, { why: 'It is always down.' });
  if (path === '/isolate' && attempt === 1) return jsonAnswer(503, { why: 'It is warming up.' });
  if (path === '/look') return jsonAnswer(200, { more: JSON.parse(body).turn < 2 });
  return jsonAnswer(200, { done: `${path.slice(1)} ${path === '/tell' ? '' : body}`.trim() });
};

/**
 * The outside world of the reference bot: it counts the attempts made with each Idempotency-Key.
 * `/isolate` fails at first, `/scan` always.
 */
export const openReferencePeer = async () => {
  const calls: PeerCall[] = [];
  let onCall: (call: PeerCall) => Promise<void> | void = () => {};
  const peer: Loopback = await openLoopback(async ({ path, headers, body }) => {
    const signature = headers['x-hub-signature-256'];
    const call: PeerCall = {
      path,
      key: String(headers['idempotency-key']),
      body: body.toString(),
      ...(typeof signature === 'string' && { signature }),
    };
    calls.push(call);
    const attempt = calls.filter(({ key }) => key === call.key).length;
    await onCall(call);
    return answer(call, attempt);
  });
  return {
    url: peer.endpoint,
    /** Host and port, as in the product's setting for outgoing calls. */
    pair: new URL(peer.endpoint).host,
    /** The calls made by a run. */
    callsOf: (runId: string) => calls.filter(({ key }) => key.startsWith(`${runId}:`)),
    /** Every call; a run's keys begin with its id. */
    calls,
    /** Sets what happens when a call has arrived, before it is answered. */
    whenCalled: (listen: typeof onCall) => {
      onCall = listen;
    },
    close: peer.close,
  };
};

export type ReferencePeer = Awaited<ReturnType<typeof openReferencePeer>>;

/** Attempts by purpose: the key without the run's id, and the body. */
export const attemptsOf = (calls: readonly PeerCall[]): Record<string, number> => {
  const attempts: Record<string, number> = {};
  for (const { key } of calls) {
    const effect = key.slice(key.indexOf(':') + 1);
    attempts[effect] = (attempts[effect] ?? 0) + 1;
  }
  return attempts;
};
