import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { handleFacts } from '#lib/aws/fact-batch.ts';
import { handleStoppedRuns } from '#lib/aws/stopped-runs.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { createLineLog } from '#test/support/local-bus.ts';

/** Messages as EventBridge's rule puts them into a queue, on their third delivery. */
const batch = (type: string, details: object[]): SQSEvent => ({
  Records: details.map(
    (detail, at) =>
      ({
        messageId: `m${at}`,
        body: JSON.stringify({ 'detail-type': type, source: 'cloudwarden', detail }),
        attributes: { ApproximateReceiveCount: '3' },
      }) as SQSRecord,
  ),
});

const received = (event_id: string): Fact => ({
  type: 'listener_event_received',
  tenant_id: 'org_1',
  listener_id: 'lst_1',
  event_id,
  title: 'Ada wrote this',
});

const parseLines = (lines: string[]) => lines.map((line) => JSON.parse(line));

describe('a batch of facts', () => {
  it('returns only the failed facts and logs the reason of each attempt', async () => {
    const { log, lines } = createLineLog();
    const handle = handleFacts(async (fact) => {
      if ('event_id' in fact && fact.event_id === 'evt_bad') throw new TypeError('hunter2');
    }, log);
    const facts = [received('evt_a'), received('evt_bad'), received('evt_b')];
    const answer = await handle(batch('listener_event_received', facts));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(parseLines(lines)).toEqual([
      expect.objectContaining({
        level: 'warn',
        message: 'A try to handle an event failed.',
        area: 'listener_event_received',
        tenant_id: 'org_1',
        event_id: 'evt_bad',
        count: 3,
        error: 'TypeError',
      }),
    ]);
    expect(lines.join()).not.toMatch(/hunter2|Ada/);
  });
});

describe('a batch of ended runs', () => {
  it('returns a failed message and logs the reason', async () => {
    const { log, lines } = createLineLog();
    const close = async () => undefined;
    const handle = handleStoppedRuns({
      machines: { 'bot-run': 'arn:ours', 'inventory-run': 'arn:scans' },
      close: { 'bot-run': close, 'inventory-run': close },
      forTenant: (_tenant, work) => work(),
      log,
    });
    const type = 'Step Functions Execution Status Change';
    const endedRun = { stateMachineArn: 'arn:other', input: '{}', status: 'FAILED' };
    const answer = await handle(batch(type, [endedRun]));
    expect(answer.batchItemFailures).toHaveLength(1);
    expect(parseLines(lines)).toMatchObject([
      { level: 'warn', area: type, count: 3, error: 'Error' },
    ]);
  });
});
