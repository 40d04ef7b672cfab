import { openLoopback } from './loopback.ts';

/** The call to hold, and whether it is held before or after the product receives it. */
type HeldCall = { call: 'enrolment' | 'claims' | 'lease' | 'result'; when: 'before' | 'after' };

const never = new Promise<never>(() => undefined);

/** A proxy between agent and product: it forwards calls, or holds one so that it never ends. */
export const openAgentProxy = async (productUrl: string) => {
  const state: { heldCall: HeldCall | undefined; holds: number } = {
    heldCall: undefined,
    holds: 0,
  };

  const hold = async (call: string, when: HeldCall['when']): Promise<void> => {
    if (state.heldCall?.call !== call || state.heldCall.when !== when) return;
    state.holds += 1;
    await never;
  };

  const peer = await openLoopback(async ({ path, headers, body }) => {
    const call = path.split('/').at(-1) ?? '';
    await hold(call, 'before');
    const { host, connection, ...sent } = headers;
    // Agents only send POST requests.
    const answer = await fetch(productUrl + path, {
      method: 'POST',
      headers: sent as Record<string, string>,
      body: new Uint8Array(body),
    });
    const text = await answer.text();
    await hold(call, 'after');
    // Replaces the product's address, so that the agent keeps calling the proxy.
    return { status: answer.status, body: text.replaceAll(productUrl, peer.endpoint) };
  });

  return {
    url: peer.endpoint,
    /** Holds every such call; the agent waits for its answer. */
    hold: (heldCall: HeldCall): void => {
      state.heldCall = heldCall;
    },
    release: (): void => {
      state.heldCall = undefined;
    },
    /** The number of calls held so far. */
    holds: () => state.holds,
    close: peer.close,
  };
};
