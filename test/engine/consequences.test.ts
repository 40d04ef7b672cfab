import type { RunOptions } from '#lib/domain/executions/execution.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const open = () => engineWorld(database);
const ask = { ask: { message: 'May it?', approvers: ['anna@example.com'] } };

describe('those who are asked are told', () => {
  const drawn = () =>
    draw(
      `start -> fetch:http_request -> ask:approval -approved-> hot:condition -yes-> stop:http_request
       hot -no-> tell:http_request
       stop -> again:approval -approved-> wipe:http_request -> end
       tell -> end
       ask -rejected-> sorry:http_request -> end`,
      ask,
    );
  const pinned = { output: { body: { hosts: 3 } } };
  const withPin = () => {
    const graph = drawn();
    const nodes = graph.nodes.map((one) => (one.id === 'fetch' ? { ...one, pinned } : one));
    return { ...graph, nodes };
  };
  const asked = async (options: RunOptions, graph = withPin()) => {
    const world = open();
    const id = await world.start(graph, {}, undefined, options);
    await world.advance(id);
    await world.pause(id, 'ask', 'token 1');
    const { waiting_for } = await world.read(id);
    const found = await world.approvals().get(waiting_for?.approval_id ?? '');
    return { found, mail: world.told.mails[0]?.text ?? '' };
  };

  it('what runs once they agree, up to whatever asks again', async () => {
    const { found, mail } = await asked({ use_pins: true });
    expect(found?.next_nodes).toEqual(['stop', 'tell', 'again']);
    expect(mail).toContain('Once approved, this runs: stop, tell, again.');
  });

  it('that pinned data stand for real ones, where the run takes them', async () => {
    const { found, mail } = await asked({ use_pins: true });
    expect(found?.pinned_nodes).toEqual(['fetch']);
    expect(mail).toContain('it uses pinned data for: fetch.');
  });

  it('nothing of pinned data that the run does not take, nor of what cannot follow', async () => {
    const { found, mail } = await asked({}, draw('start -> ask:approval -approved-> end', ask));
    expect(found?.pinned_nodes).toBeUndefined();
    expect(found?.next_nodes).toEqual([]);
    expect(mail).not.toContain('pinned');
    expect(mail).not.toContain('Once approved');
  });
});
