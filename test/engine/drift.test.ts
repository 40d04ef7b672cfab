import { openTestDatabase } from '#test/support/database.ts';
import { draw, tell } from '#test/support/drawing.ts';
import { callTarget } from './target.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const target = callTarget();

type Host = { id: string; name?: string; open?: number };
const hosts: Host[] = [{ id: 'a', name: 'Web', open: 22 }, { id: 'b' }, { id: 'c', open: 80 }];

const drawing = `
  start -> list:http_request -> ask:approval -approved-> use:http_request -> end
  ask -rejected-> no:end`;

/** A run that asks about what a request has read, and is approved after the answer has changed. */
const approved = async (
  after: () => { status?: number; body: string },
  settings: Record<string, unknown> = {},
  ids?: string[],
) => {
  const world = engineWorld(database, [target.pair()]);
  let answer: () => { status?: number; body: string } = () => ({ body: JSON.stringify(hosts) });
  target.answer = ({ path }) =>
    path === '/list'
      ? { headers: { 'content-type': 'application/json' }, ...answer() }
      : { body: 'ok' };
  const graph = draw(drawing, {
    list: { url: target.url('list') },
    ask: {
      message: 'These?',
      resources: '{% $nodes.list.body %}',
      reread: 'list',
      ...settings,
    },
    use: { method: 'POST', url: target.url('use'), body: '{% $nodes.ask.resources %}' },
  });
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
  await world.advance(id);
  const run = await world.read(id);
  const used = target.seen.find(({ path }) => path === '/use');
  return {
    told: tell(graph, run),
    run,
    output: run.results.ask?.output as Record<string, unknown> | undefined,
    approval: await world.approvals().get(approval_id),
    frames: world.told.approvals.map((text) => text.replace(`${approval_id} `, '')),
    used: used && JSON.parse(String(used.body)),
  };
};

const now = (list: unknown) => () => ({ body: JSON.stringify(list) });

describe('what was approved is read again before anything is done to it', () => {
  it('and goes on whole where nothing has changed', async () => {
    const { told, output, used, approval } = await approved(now(hosts.toReversed()));
    expect(told).toBe('start -> list -> ask -approved-> use -> end: SUCCEEDED');
    expect(output).toMatchObject({ status: 'approved', drifted: [] });
    expect(used).toEqual(hosts);
    expect(approval?.drifted).toBeUndefined();
    expect(approval?.fingerprints).toHaveLength(3);
  });

  it('and what has changed, or is gone, is left out and reported', async () => {
    const { output, used, approval, frames } = await approved(
      now([hosts[1], { ...hosts[2], open: 81 }]),
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

  it('and neither what is new nor what was not approved goes on', async () => {
    const { output, used } = await approved(now([...hosts, { id: 'd' }]), {}, ['a', 'b']);
    expect(output).toMatchObject({ status: 'resolved', drifted: [] });
    expect(used).toEqual(hosts.slice(0, 2));
  });

  it('and nothing goes on where everything has changed', async () => {
    const { told, used, run } = await approved(now([]));
    expect(told).toBe('start -> list -> ask (CANCELLED) -rejected-> no: SUCCEEDED');
    expect(run.results.ask?.error).toBe('Everything that was approved at "ask" has changed since.');
    expect(used).toBeUndefined();
  });

  it('and nothing goes on where it cannot be read', async () => {
    const broken = () => ({ status: 500, body: '{"error":"down"}' });
    const { run, used } = await approved(broken);
    expect([run.state, used]).toEqual(['FAILED', undefined]);
    expect(run.errors[0]).toContain('could not be read again, so nothing went on.');
  });

  it('unless its node does not say so', async () => {
    const { used, output } = await approved(now([]), { reread: undefined });
    expect(used).toEqual(hosts);
    expect(output).toMatchObject({ drifted: [] });
  });
});
