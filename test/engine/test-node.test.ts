import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import type { NodeTestCall } from '#lib/domain/executions/node-test.service.ts';
import { testNode } from '#lib/engine/test-node.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();

/** Tries the node `it` of a graph, with an event and nothing else. */
const tried = (drawing: string, settings: Record<string, unknown>) => {
  const graph = draw(drawing, { it: settings });
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
    expect(test).toMatchObject({ status: 'FAILED', error: '"it", Expression: Enter an expression.' });
  });

  it('says how many turns a loop would take', async () => {
    const drawing = 'start -> it:loop -body-> wait:delay -> turned:loop_end -> end';
    const test = await tried(drawing, { items_to_iterate: '{% $event.hosts %}' });
    expect(test).toMatchObject({ status: 'SUCCEEDED', output: { turns: 2, items: ['a', 'b'] } });
  });
});
