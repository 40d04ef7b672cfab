import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun, withPolicy } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const target = openHttpTarget();

type Host = { id: string; name?: string; open?: number };
const hosts: Host[] = [{ id: 'a', name: 'Web', open: 22 }, { id: 'b' }, { id: 'c', open: 80 }];

const drawing = `
  start -> list:http_request -> ask:approval -approved-> use:http_request -> end
  ask -rejected-> no:end`;

/** A run that asks about what a request read, and is approved after the answer has changed. */
const runAfterDrift = async (
  after: () => { status?: number; body: string },
  settings: Record<string, unknown> = {},
  ids?: string[],
  policy?: Record<string, unknown>,
) => {
  const world = engineWorld(database, [target.pair()]);
  let answer: () => { status?: number; body: string } = () => ({ body: JSON.stringify(hosts) });
  target.answer = ({ path }) =>
    path === '/list'
      ? { headers: { 'content-type': 'application/json' }, ...answer() }
      : { body: 'ok' };
  const baseGraph = draw(drawing, {
    list: { url: target.url('list') },
    ask: {
      message: 'These?',
      resources: '{% $nodes.list.body %}',
      reread: 'list',
      ...settings,
    },
    use: { method: 'POST', url: target.url('use'), body: '{% $nodes.ask.resources %}' },
  });
  const graph = policy ? withPolicy(baseGraph, 'list', policy) : baseGraph;
  const id = await world.start(graph);
  await world.advance(id);
  await world.pause(id, 'ask', 'token');
  const { waiting_for } = await world.read(id);
  const approval_id = waiting_for?.approval_id ?? '';
  answer = after;
  await world.approvals().decide(approval_id, 0, {
    status: ids ? 'resolved' : 'approved',
    approved_ids: ids ?? hosts.map((one) => one.id),
  });
  const step = await world.advance(id);
  const waiting = await world.read(id);
  const run = await world.drive(id);
  const sentRequest = target.seen.find(({ path }) => path === '/use');
  return {
    told: drawRun(graph, run),
    step,
    waiting,
    run,
    output: run.results.ask?.output as Record<string, unknown> | undefined,
    approval: await world.approvals().get(approval_id),
    frames: world.messages.approvals.map((text) => text.replace(`${approval_id} `, '')),
    used: sentRequest && JSON.parse(String(sentRequest.body)),
  };
};

const answerWith = (list: unknown) => () => ({ body: JSON.stringify(list) });

describe('reading approved resources again before the run acts on them', () => {
  it('passes on all approved resources when nothing changed', async () => {
    const { told, output, used, approval } = await runAfterDrift(answerWith(hosts.toReversed()));
    expect(told).toBe('start -> list -> ask -approved-> use -> end: SUCCEEDED');
    expect(output).toMatchObject({ status: 'approved', drifted: [] });
    expect(used).toEqual(hosts);
    expect(approval?.drifted).toBeUndefined();
    expect(approval?.fingerprints).toHaveLength(3);
  });

  it('leaves out and reports resources that changed or are gone', async () => {
    const { output, used, approval, frames } = await runAfterDrift(
      answerWith([hosts[1], { ...hosts[2], open: 81 }]),
    );
    const drifted = [
      { id: 'a', name: 'Web', why: 'gone' },
      { id: 'c', why: 'changed' },
    ];
    expect(output).toMatchObject({ status: 'approved', resources: [{ id: 'b' }], drifted });
    expect(used).toEqual([{ id: 'b' }]);
    expect(approval?.drifted).toEqual(drifted);
    expect(frames).toEqual(['pending', 'approved']);
  });

  it('leaves out new resources and those that were not approved', async () => {
    const { output, used } = await runAfterDrift(answerWith([...hosts, { id: 'd' }]), {}, [
      'a',
      'b',
    ]);
    expect(output).toMatchObject({ status: 'resolved', drifted: [] });
    expect(used).toEqual(hosts.slice(0, 2));
  });

  it('takes "rejected" when every approved resource changed', async () => {
    const { told, used, run } = await runAfterDrift(answerWith([]));
    expect(told).toBe('start -> list -> ask (CANCELLED) -rejected-> no: SUCCEEDED');
    expect(run.results.ask?.error).toBe('Everything that was approved at "ask" has changed since.');
    expect(used).toBeUndefined();
  });

  it('fails the run when the resources cannot be read again', async () => {
    const broken = () => ({ status: 500, body: '{"error":"down"}' });
    const { run, used } = await runAfterDrift(broken);
    expect([run.state, used]).toEqual(['FAILED', undefined]);
    expect(run.errors[0]).toContain('could not be read again, so none continued.');
  });

  it('keeps the decision while the reading node is retried', async () => {
    const answers = [{ status: 503, body: '{"error":"busy"}' }, answerWith(hosts.slice(1))()];
    const { told, step, waiting, run, used, approval, frames } = await runAfterDrift(
      () => answers.shift() ?? { status: 500, body: '' },
      {},
      undefined,
      { retries: 2, retry_seconds: 60 },
    );
    expect(step).toEqual({ next: 'delay', until: '2026-03-01T10:01:00.000Z' });
    expect(waiting.waiting_for).toMatchObject({ node_id: 'ask', kind: 'retry' });
    expect([waiting.state, waiting.results.ask?.status]).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
    expect(waiting.deadline_at).toBe(run.deadline_at);
    expect(told).toBe('start -> list -> ask -approved-> use -> end: SUCCEEDED');
    expect(run.results.ask?.attempts).toEqual([
      expect.objectContaining({ error: expect.stringContaining('503') }),
    ]);
    expect(run.results.ask?.error).toBeUndefined();
    expect(used).toEqual(hosts.slice(1));
    expect(approval?.drifted).toEqual([{ id: 'a', name: 'Web', why: 'gone' }]);
    // Nobody is asked a second time.
    expect(frames).toEqual(['pending', 'approved']);
  });

  it('fails after the last retry, or at once on a permanent error', async () => {
    const policy = { retries: 2, retry_seconds: 60 };
    let calls = 0;
    const countedAnswer = (status: number) => () => {
      calls += 1;
      return { status, body: '{}' };
    };
    const down = await runAfterDrift(countedAnswer(503), {}, undefined, policy);
    expect([down.run.state, down.used, calls]).toEqual(['FAILED', undefined, 3]);
    expect(down.run.results.ask?.attempts).toHaveLength(2);
    calls = 0;
    const notFound = await runAfterDrift(countedAnswer(404), {}, undefined, policy);
    expect([notFound.run.state, notFound.used, calls]).toEqual(['FAILED', undefined, 1]);
  });

  it('is skipped unless the approval names a node to read again', async () => {
    const { used, output } = await runAfterDrift(answerWith([]), { reread: undefined });
    expect(used).toEqual(hosts);
    expect(output).toMatchObject({ drifted: [] });
  });
});
