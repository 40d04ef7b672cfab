import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import type { NodeTestCall } from '#lib/domain/executions/runs/node-test.service.ts';
import { testNode } from '#lib/engine/test-node.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();

type Settings = Record<string, unknown>;

/** Tries the node `it` of a graph, with an event and, where told, a turn, and nothing else. */
const tried = (
  drawing: string,
  settings: Settings,
  { turn, ...others }: { turn?: unknown; [id: string]: unknown } = {},
) => {
  const graph = draw(drawing, { it: settings, ...(others as Record<string, Settings>) });
  const node = graph.nodes.find(({ id }) => id === 'it');
  if (!node) throw new Error('Draw a node with the id "it".');
  const call: NodeTestCall = {
    tenant_id: 'ten_1',
    user_id: 'a@example.com',
    bot: { _id: 'bot_1', name: 'Tidy up' } as Bot,
    graph,
    node,
    event: async () => ({ hosts: ['a', 'b'] }),
    nodes: new Map(),
    dry_run: true,
    ...(turn !== undefined && { turn: async () => turn }),
  };
  return testNode(engineWorld(database).deps(database.db))(call);
};

describe('a test of one node', () => {
  it('reads the event, the bot and the site as a run does', async () => {
    const expression = `{% [$event.hosts[1], $run.bot, $run.trigger.type, $site.url]
      = ['b', 'Tidy up', 'manual', 'https://cloudwarden.example'] %}`;
    const test = await tried('start -> it:condition -yes-> end', { expression });
    expect(test).toMatchObject({ status: 'SUCCEEDED', output: { result: true } });
  });

  it('says what is wrong with the node instead of performing it', async () => {
    const test = await tried('start -> it:condition -yes-> end', { expression: '' });
    expect(test).toMatchObject({
      status: 'FAILED',
      error: '"it", Expression: Enter an expression.',
    });
  });

  it('says how many turns a loop would take', async () => {
    const drawing = 'start -> it:loop -body-> wait:delay -> turned:loop_end -> end';
    const test = await tried(drawing, { items_to_iterate: '{% $event.hosts %}' });
    expect(test).toMatchObject({ status: 'SUCCEEDED', output: { turns: 2, items: ['a', 'b'] } });
  });
});

describe('a test of one node inside of a loop', () => {
  const drawing = 'start -> each:loop -body-> it:condition -yes-> turned:loop_end -> end';
  const each = { items_to_iterate: '{% $event.hosts %}' };
  const saying = (code: string) => ({ expression: `{% ${code} %}` });

  it('has the turn that was chosen', async () => {
    const turn = { index: 4, item: 'e' };
    const test = await tried(drawing, saying("$loop.item = 'e' and $loop.index = 4"), {
      each,
      turn,
    });
    expect(test).toMatchObject({ output: { result: true } });
  });

  it('has the first one of the items where none was', async () => {
    const test = await tried(drawing, saying("$loop.item = 'a' and $loop.index = 0"), { each });
    expect(test).toMatchObject({ output: { result: true } });
  });

  it('has those of the loops around as well', async () => {
    const inner = `start -> each:loop -body-> again:loop -body-> it:condition -yes-> a:loop_end
      a -> turned:loop_end -> end`;
    const test = await tried(inner, saying("$loop.item = 'xa' and $loop.outer.item = 'a'"), {
      each,
      again: { items_to_iterate: "{% ['x' & $loop.item] %}" },
    });
    expect(test).toMatchObject({ output: { result: true } });
  });

  it('says why there is none', async () => {
    const none = { items_to_iterate: '{% $event.nothing %}' };
    const test = await tried(drawing, saying('$loop.item = 1'), { each: none });
    expect(test.error).toMatch(/^\$loop has no value here: with this data "each" has no items\./);
    const outside = await tried('start -> it:condition -yes-> end', saying('$loop.item = 1'));
    expect(outside.error).toMatch(/It reads \$loop, but lies inside of no loop\./);
  });
});
