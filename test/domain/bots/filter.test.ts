import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { botVersionTable } from '#lib/domain/bots/bot.table.ts';
import { deleteItem } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { openScene } from '../scene.ts';

const world = openTestDatabase();

const graphCalling = (host: string): Graph =>
  draw('start -> call:http_request -> end', { call: { url: `https://${host}/` } });
const aws = graphCalling('ec2.eu-west-1.amazonaws.com');
const gcp = graphCalling('compute.googleapis.com');

const openList = () => {
  const scene = openScene(world);
  const { bots, root, tenant_id } = scene;
  const make = async (name: string, graph: Graph) =>
    (await bots.createBot(root, { ...empty, name, graph }))._id;
  const save = (bot_id: string, name: string, graph: Graph, base_version: number) =>
    bots.updateBot(root, { ...empty, bot_id, name, graph, base_version });
  const names = async (integration_type: string) => {
    const { items } = await bots.listBots(root, { number_of_items: 10, integration_type });
    const sorted = await bots.listBots(root, {
      number_of_items: 10,
      integration_type,
      sort: 'name',
    });
    expect(sorted.items.map(({ _id }) => _id).sort()).toEqual(items.map(({ _id }) => _id).sort());
    expect(await bots.countBots(root, { integration_type })).toEqual({ count: items.length });
    return items.map(({ name }) => name);
  };
  const dropGraph = (bot_id: string, version: number) =>
    deleteItem(world.db, botVersionTable, { bot_key: `${tenant_id}#${bot_id}`, version });
  return { ...scene, make, save, names, dropGraph };
};

const empty = { description: '', category: 'Security', importance: 'Medium' } as const;

describe('filtering bots by integration type', () => {
  it('uses the draft until a version is published', async () => {
    const { make, save, names } = openList();
    const id = await make('Tidy up', aws);
    await make('Look around', draw('start -> end'));
    expect([await names('aws'), await names('gcp')]).toEqual([['Tidy up'], []]);
    await save(id, 'Tidy up', gcp, 1);
    expect([await names('aws'), await names('gcp')]).toEqual([[], ['Tidy up']]);
  });

  it('uses the published version, whatever the draft contains', async () => {
    const { bots, root, make, save, names } = openList();
    const bot_id = await make('Tidy up', aws);
    await bots.publishBot(root, { bot_id, version: 1 });
    await save(bot_id, 'Tidy up', gcp, 1);
    expect([await names('aws'), await names('gcp')]).toEqual([['Tidy up'], []]);
    await bots.publishBot(root, { bot_id, version: 2 });
    expect([await names('aws'), await names('gcp')]).toEqual([[], ['Tidy up']]);
  });

  it('reads no graph for the list', async () => {
    const { make, names, dropGraph } = openList();
    const id = await make('Tidy up', aws);
    await dropGraph(id, 1);
    expect(await names('aws')).toEqual(['Tidy up']);
  });
});
