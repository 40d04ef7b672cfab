import { openLoopback } from './loopback.ts';

/** The call that is held, and whether the product hears of it before. */
type Held = { call: 'enrolment' | 'claims' | 'lease' | 'result'; when: 'before' | 'after' };

const never = new Promise<never>(() => undefined);

/** What lies between an agent and the product: it lets calls pass, or keeps one from its end. */
export const openAgentProxy = async (productUrl: string) => {
  const state: { held: Held | undefined; holds: number } = { held: undefined, holds: 0 };

  const hold = async (call: string, when: Held['when']): Promise<void> => {
    if (state.held?.call !== call || state.held.when !== when) return;
    state.holds += 1;
    await never;
  };

  const peer = await openLoopback(async ({ path, headers, body }) => {
    const call = path.split('/').at(-1) ?? '';
    await hold(call, 'before');
    const { host, connection, ...sent } = headers;
    // Agents post, and nothing else.
    const answer = await fetch(productUrl + path, {
      method: 'POST',
      headers: sent as Record<string, string>,
      body: new Uint8Array(body),
    });
    const text = await answer.text();
    await hold(call, 'after');
    // The agent goes on calling here.
    return { status: answer.status, body: text.replaceAll(productUrl, peer.endpoint) };
  });

  return {
    url: peer.endpoint,
    /** Keeps each such call, and the agent waits for its answer. */
    hold: (held: Held): void => {
      state.held = held;
    },
    release: (): void => {
      state.held = undefined;
    },
    /** How many calls were kept so far. */
    holds: () => state.holds,
    close: peer.close,
  };
};
