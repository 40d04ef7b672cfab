// More events than the product can handle: senders are slowed down, and no accepted event is lost.
import { setTimeout as pause } from 'node:timers/promises';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});
afterAll(() => product.close());

/** So many bots start on each event that only some tens of events are finished per second. */
const botsPerEvent = 30;

/** Fewer than a listener's own limit: every rejection is because of the backlog. */
const maxEvents = 900;

const openListener = async () => {
  const { _id: listener_id, ...listener } = await product.api.listeners.createListener({
    name: 'Busy',
    description: 'Gets more events than can be handled.',
    auth_configs: {
      auth_type: 'signature',
      headers: { primary_header: 'x-hub-signature-256', additional_headers: [] },
      signature_encoding_type: 'HEX',
      signature_prefix: 'sha256=',
    },
  });
  for (let n = 0; n < botsPerEvent; n += 1) {
    const start = { trigger_type: 'event_driven', listener_id };
    const graph = draw('start -> end', { start });
    const { _id: bot_id } = await product.api.bots.createBot({ name: `Busy ${n}`, graph });
    await product.api.bots.publishBot({ bot_id, version: 1 });
  }
  return { sample: { ...product.sample, ...listener, listener_id } };
};

/** Runs of all bots that ended today. */
const countEndedRuns = async (): Promise<number> => {
  const day = 24 * 3600_000;
  const [from = '', to = ''] = [-day, day].map((by) => new Date(Date.now() + by).toISOString());
  const { items } = await product.api.executions.getRunStatistics({ from, to });
  return items.reduce((sum, { count }) => sum + count, 0);
};

describe('a sender of more events than the product can handle', () => {
  it('is refused with a time to retry, and each accepted event starts its bots', async () => {
    const listener = await openListener();
    const refusals: { status: number; body: object; retryAfter: number }[] = [];
    let sent = 0;
    let accepted = 0;
    const sender = async () => {
      while (refusals.length === 0 && sent < maxEvents) {
        sent += 1;
        const { status, headers, body } = await sendSampleEvent(listener, finding(`event-${sent}`));
        if (status === 202) accepted += 1;
        else refusals.push({ status, body, retryAfter: Number(headers.get('retry-after')) });
      }
    };
    await Promise.all(Array.from({ length: 16 }, sender));
    const [refusal] = refusals;
    expect(refusal).toMatchObject({ status: 429, body: { error: expect.any(String) } });
    expect(refusal?.retryAfter).toBeGreaterThanOrEqual(1);

    const resend = async () => {
      const { status, headers } = await sendSampleEvent(listener, finding('once more'));
      if (status === 429) await pause(Number(headers.get('retry-after')) * 1000);
      return status;
    };
    await eventually(resend, (status) => status === 202, 60_000);
    const runs = (accepted + 1) * botsPerEvent;
    expect(await eventually(countEndedRuns, (count) => count >= runs, 60_000)).toBe(runs);
  });
});
