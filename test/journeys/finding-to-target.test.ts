import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(() => product.close());

type TargetCall = { idempotency_key: string; body: { finding: string; hosts: string[] } };

/** The calls that the fake host manager received for this finding. */
const callsFor = async (id: string): Promise<TargetCall[]> => {
  const answer = await fetch(`${product.url}/sample/isolate`);
  const { calls }: { calls: TargetCall[] } = JSON.parse(await answer.text());
  return calls.filter(({ body }) => body.finding === id);
};

/** The run that an event started, once it is in the wanted state. */
const runInState = async (eventId: string, state: string) => {
  const { listener_id } = product.sample;
  const event = await eventually(
    () => product.api.listeners.getListenerEvent({ listener_id, event_id: eventId }),
    ({ bot_exc_ids }) => bot_exc_ids.length > 0,
  );
  expect(event.bot_exc_ids).toHaveLength(1);
  return eventually(
    () => product.api.executions.getExecution({ bot_exc_id: event.bot_exc_ids[0] ?? '' }),
    (run) => run.state === state,
  );
};

const sendFinding = async (id: string, severity = 'HIGH'): Promise<string> => {
  const answer = await sendSampleEvent(product, finding(id, severity));
  expect(answer.status).toBe(202);
  return answer.body.event_id;
};

const waitForApproval = async (eventId: string) => {
  const run = await runInState(eventId, 'WAITING_FOR_APPROVAL');
  return { run, approval_id: run.waiting_for?.approval_id ?? '' };
};

describe('the sample bot of a new organisation', () => {
  it('has a sample event that started no run', async () => {
    const { listener_id, bot_id } = product.sample;
    const { items } = await product.api.listeners.listListenerEvents({ listener_id });
    expect(items).toMatchObject([{ payload: { id: 'fnd-sample', severity: 'HIGH' } }]);
    expect(items[0]?.bot_exc_ids).toEqual([]);
    const { learned_fields } = await product.api.listeners.getListener({ listener_id });
    expect(learned_fields).toEqual(Object.keys(items[0]?.payload ?? {}));
    expect((await product.api.executions.listExecutions({ bot_id })).items).toEqual([]);
  });

  it('runs with the sample event as a dry run, and calls no target', async () => {
    const { listener_id, bot_id } = product.sample;
    const { items } = await product.api.listeners.listListenerEvents({ listener_id });
    const event = { listener_id, event_id: items[0]?._id ?? '' };
    const { executions } = product.api;
    const { _id } = await executions.startExecution({ bot_id, event, dry_run: true });
    const finalRun = await eventually(
      () => executions.getExecution({ bot_exc_id: _id }),
      ({ state }) => state === 'SUCCEEDED',
    );
    expect(finalRun.results.severe).toMatchObject({ output: { result: true } });
    expect(await callsFor('fnd-sample')).toEqual([]);
  });
});

describe('a run from a signed webhook to a changed target', () => {
  it('waits for approval, then calls the target exactly once with an Idempotency-Key', async () => {
    const { run, approval_id } = await waitForApproval(await sendFinding('fnd-approve'));
    const approval = await product.api.approvals.getApproval({ approval_id });
    expect(approval).toMatchObject({ status: 'pending', may_act: true, resource_count: 2 });
    expect(approval.message).toContain('fnd-approve');
    expect(await callsFor('fnd-approve')).toEqual([]);

    await product.api.approvals.resolveApproval({
      approval_id,
      status: 'resolved',
      all: true,
      message: 'Mining confirmed',
    });
    const finalRun = await eventually(
      () => product.api.executions.getExecution({ bot_exc_id: run._id }),
      ({ state }) => state === 'SUCCEEDED',
    );
    expect(finalRun.results.isolate).toMatchObject({
      status: 'SUCCEEDED',
      output: { status: 200 },
    });
    const calls = await callsFor('fnd-approve');
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      idempotency_key: expect.stringContaining(run._id),
      body: { hosts: ['i-0a1', 'i-0b2'] },
    });
  });

  it('acts on the approved resources only', async () => {
    const { run, approval_id } = await waitForApproval(await sendFinding('fnd-part'));
    await product.api.approvals.resolveApproval({
      approval_id,
      status: 'resolved',
      resource_ids: ['i-0b2'],
      message: 'Only the second one',
    });
    await eventually(
      () => product.api.executions.getExecution({ bot_exc_id: run._id }),
      ({ state }) => state === 'SUCCEEDED',
    );
    const [call] = await callsFor('fnd-part');
    expect([call?.body].flat()).toEqual([{ finding: 'fnd-part', hosts: ['i-0b2'] }]);
  });

  it('takes the rejected exit after a rejection, and calls no target', async () => {
    const { run, approval_id } = await waitForApproval(await sendFinding('fnd-reject'));
    await product.api.approvals.resolveApproval({
      approval_id,
      status: 'rejected',
      all: true,
      message: 'Known load test',
    });
    const finalRun = await eventually(
      () => product.api.executions.getExecution({ bot_exc_id: run._id }),
      ({ state }) => state === 'SUCCEEDED',
    );
    expect(Object.keys(finalRun.results)).toEqual(expect.arrayContaining(['ask', 'kept']));
    expect(finalRun.results.isolate).toBeUndefined();
    expect(await callsFor('fnd-reject')).toEqual([]);
  });

  it('asks for no approval of a finding of low severity', async () => {
    const run = await runInState(await sendFinding('fnd-mild', 'LOW'), 'SUCCEEDED');
    expect(Object.keys(run.results)).toEqual(expect.arrayContaining(['ignored']));
    const { items } = await product.api.approvals.listApprovals({});
    expect(items.filter(({ bot_exc_id }) => bot_exc_id === run._id)).toEqual([]);
  });

  it('does not decide an approval by a GET or HEAD request', async () => {
    const { approval_id } = await waitForApproval(await sendFinding('fnd-get'));
    for (const method of ['GET', 'HEAD']) {
      const paths = [`approvals/${approval_id}`, `approvals/${approval_id}/resolve`];
      for (const path of paths) {
        await fetch(`${product.url}/api/${path}?status=resolved&all=true`, {
          method,
          headers: { authorization: product.api_key },
        });
      }
    }
    const { status } = await product.api.approvals.getApproval({ approval_id });
    expect(status).toBe('pending');
  });

  it('accepts a delivery once, and returns the same event for a repeated delivery', async () => {
    const headers = { 'idempotency-key': 'delivery-1' };
    const first = await sendSampleEvent(product, finding('fnd-twice', 'LOW'), headers);
    const second = await sendSampleEvent(product, finding('fnd-twice', 'LOW'), headers);
    const third = await sendSampleEvent(product, finding('fnd-other', 'LOW'), headers);
    expect([first.status, second.status, third.status]).toEqual([202, 200, 409]);
    expect(second.body).toEqual({ event_id: first.body.event_id, duplicate: true });
    await runInState(first.body.event_id, 'SUCCEEDED');
  });
});
