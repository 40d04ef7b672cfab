import { setTimeout as pause } from 'node:timers/promises';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';

const rounds = Array.from({ length: 8 }, (_, round) => round);
const idOf = (round: number): string => `fnd-kill-${round}`;

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(() => product.close());

type TargetCall = { idempotency_key: string; body: { finding: string } };

const targetCalls = async (): Promise<TargetCall[]> => {
  const answer = await fetch(`${product.url}/sample/isolate`);
  const { calls }: { calls: TargetCall[] } = JSON.parse(await answer.text());
  return calls;
};

const approve = async (bot_exc_id: string) => {
  const { items } = await product.api.approvals.listApprovals({ number_of_items: 100 });
  const approval = items.find((one) => one.bot_exc_id === bot_exc_id);
  if (approval?.status !== 'pending') return;
  const { _id: approval_id } = approval;
  await product.request('POST', `approvals/${approval_id}/resolve`, {
    status: 'resolved',
    all: true,
    message: 'Go on',
  });
};

/** Repeats a delivery until it is acknowledged, as senders do. */
const deliver = (id: string) =>
  eventually(
    () => sendSampleEvent(product, finding(id), { 'idempotency-key': id }).catch(() => undefined),
    (answer) => answer?.status === 202 || answer?.status === 200,
  );

/** The runs, once there are `count`, and all of them have succeeded. */
const waitForAllSucceeded = (count: number) =>
  eventually(
    async () => {
      const { items } = await product.api.executions.listExecutions({ number_of_items: 100 });
      const unfinished = items.filter(({ state }) => state !== 'SUCCEEDED');
      await Promise.all(unfinished.map(({ _id }) => approve(_id)));
      return items;
    },
    (items) => items.length === count && items.every(({ state }) => state === 'SUCCEEDED'),
  );

describe('runs of a server that is killed at any moment', () => {
  // Each round kills a little later: before the run, in it, in the approval, in the call.
  it.each(rounds)('continue after a restart, in round %i', async (round) => {
    await deliver(idOf(round));
    await pause(round * 7);
    await product.kill();
    await product.start();
    const { items } = await product.api.executions.listExecutions({ number_of_items: 100 });
    await Promise.all(items.map(({ _id }) => approve(_id)));
    await pause((rounds.length - round) * 4);
    await product.kill();
    await product.start();
    // On a slow machine, no later kill may hit this run as well.
    await waitForAllSucceeded(round + 1);
  });

  it('end once, and call their target with a single idempotency key', async () => {
    const runs = await waitForAllSucceeded(rounds.length);
    const calls = await targetCalls();
    for (const { _id, trigger } of runs) {
      expect(trigger.type).toBe('event');
      const runCalls = calls.filter(({ idempotency_key }) => idempotency_key.includes(_id));
      const keys = new Set(runCalls.map(({ idempotency_key }) => idempotency_key));
      expect(keys.size).toBe(1);
      // Each kill may repeat the attempt once, and a run is hit by two.
      expect(runCalls.length).toBeLessThanOrEqual(3);
    }
    const findings = new Set(calls.map(({ body }) => body.finding));
    expect(findings).toEqual(new Set(rounds.map(idOf)));
  });
});
