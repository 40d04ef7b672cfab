import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const target = openHttpTarget();
const open = () => engineWorld(database, [target.pair()]);

const response = `
  start -> risky:condition -yes-> ask:approval -approved-> fix:http_request -> end
  risky -no-> quiet:end
`;
const settings = () => ({
  risky: { expression: "{% $event.severity = 'HIGH' %}" },
  ask: { message: 'Fix {% $event.id %}?', resources: '{% $event.hosts %}' },
  fix: {
    url: target.url('fix'),
    method: 'POST',
    body: "{% {'hosts': $nodes.ask.resources.id} %}",
  },
});
const finding = { id: 'f-1', severity: 'HIGH', hosts: [{ id: 'h1', name: 'one' }, { id: 'h2' }] };

describe('a run', () => {
  it('follows the handles of its conditions to an end', async () => {
    const world = open();
    const graph = draw(response, settings());
    const run = await world.drive(await world.start(graph, { ...finding, severity: 'LOW' }));
    expect(drawRun(graph, run)).toBe('start -> risky -no-> quiet: SUCCEEDED');
    expect(run.results.risky?.output).toEqual({ result: false });
    expect(target.seen).toEqual([]);
  });

  it('waits for an approval and continues with the approved resources', async () => {
    const world = open();
    const graph = draw(response, settings());
    const run = await world.drive(await world.start(graph, finding));
    expect(drawRun(graph, run)).toBe('start -> risky -yes-> ask -approved-> fix -> end: SUCCEEDED');
    expect(target.seen.map(({ method, path, body }) => [method, path, String(body)])).toEqual([
      ['POST', '/fix', '{"hosts":["h1","h2"]}'],
    ]);
    expect(run).toMatchObject({ errors: [], finished_at: expect.any(String) });
    expect([run.waiting_for, run.open]).toEqual([undefined, undefined]);
  });

  it('is cancelled by a rejection without an arrow and reports person and reason', async () => {
    const world = open();
    const graph = draw(response, settings());
    const id = await world.start(graph, finding);
    const run = await world.drive(id, { decisions: { ask: 'reject' } });
    expect(drawRun(graph, run)).toBe('start -> risky -yes-> ask (CANCELLED): CANCELLED');
    expect(run.errors).toEqual(['"ask" was rejected by anna@example.com: Too risky.']);
    expect(target.seen).toEqual([]);
  });

  it('continues after a rejection that has an arrow', async () => {
    const world = open();
    const graph = draw('start -> ask:approval -rejected-> end');
    const run = await world.drive(await world.start(graph), { decisions: { ask: 'reject' } });
    expect(drawRun(graph, run)).toBe('start -> ask (CANCELLED) -rejected-> end: SUCCEEDED');
  });

  it('is cancelled when nobody decides in time', async () => {
    const world = open();
    const graph = draw('start -> ask:approval -approved-> end', {
      ask: { message: 'May it?', expires_in_minutes: 5 },
    });
    const run = await world.drive(await world.start(graph), { decisions: { ask: 'ignore' } });
    expect(drawRun(graph, run)).toBe('start -> ask (CANCELLED): CANCELLED');
    expect(run.errors).toEqual([
      '"ask" was not approved before it expired, 2026-03-01T10:05:00.000Z.',
    ]);
    const approvalStates = world.messages.approvals.map((frame) => frame.split(' ')[1]);
    expect(approvalStates).toEqual(['pending', 'expired']);
  });

  it('waits exactly until the time of a delay', async () => {
    const world = open();
    const graph = draw('start -> wait:delay -> end', { wait: { seconds: '{% $event.seconds %}' } });
    const id = await world.start(graph, { seconds: 90 });
    const until = '2026-03-01T10:01:30.000Z';
    expect(await world.advance(id)).toEqual({ next: 'delay', until });
    expect(await world.read(id)).toMatchObject({
      state: 'IN_PROGRESS',
      waiting_for: { node_id: 'wait', kind: 'time', until },
    });
    world.pass(89_999);
    expect(await world.advance(id)).toEqual({ next: 'delay', until });
    world.pass(1);
    expect(await world.advance(id)).toEqual({ next: 'done' });
    const run = await world.read(id);
    expect(run.results.wait).toMatchObject({ output: { until }, duration_ms: 90_000 });
  });

  it('may wait longer than its deadline', async () => {
    const world = open();
    const graph = draw('start -> wait:delay -> end', { wait: { seconds: 3 * 24 * 3600 } });
    expect(drawRun(graph, await world.drive(await world.start(graph)))).toBe(
      'start -> wait -> end: SUCCEEDED',
    );
  });

  it('fails with a failed node and names the node in its error', async () => {
    const world = open();
    const graph = draw('start -> risky:condition -yes-> end', {
      risky: { expression: "{% 1 + 'a' %}" },
    });
    const id = await world.start(graph);
    const cause =
      '"risky" failed. The expression "1 + \'a\'" has no value: ' +
      'The right side of the "+" operator must evaluate to a number.';
    expect(await world.advance(id)).toEqual({ next: 'failed', error: 'NodeFailed', cause });
    const run = await world.read(id);
    expect(drawRun(graph, run)).toBe('start -> risky (FAILED): FAILED');
    expect(run.errors).toEqual([cause]);
  });

  it('gives expressions the earlier outputs, the event, the run and the site', async () => {
    const world = open();
    const graph = draw('start -> one:http_request -> two:http_request -> end', {
      one: { url: target.url('one') },
      two: {
        url: target.url('two'),
        method: 'POST',
        body: '{% [$nodes.one.body, $nodes.start.id, $run.bot, $run.trigger.type, $site.url] %}',
      },
    });
    target.answer = ({ path }) => ({ body: `from ${path}` });
    await world.drive(await world.start(graph, { id: 'f-1' }));
    expect(JSON.parse(String(target.seen[1]?.body))).toEqual([
      'from /one',
      'f-1',
      'Tidy up',
      'manual',
      'https://cloudwarden.example',
    ]);
  });
});
