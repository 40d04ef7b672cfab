import { refuseForeignUse } from '#lib/domain/bots/integration-use.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { aTask, draw } from '#test/support/drawing.ts';
import { person } from '#test/support/people.ts';
import { connect } from '../integrations/api-integration.ts';
import { openScene, refusalFrom } from '../scene.ts';

const database = openTestDatabase();

const approvers = ['anna@example.com'];

const graphRunningBots = (integrationId: string, ...ids: string[]) =>
  draw('start -> find:ai_agent -> end', {
    find: {
      ...aTask,
      integration: { type: 'openai', id: integrationId },
      agent_bots: ids.map((bot_id) => ({ bot_id })),
      approvers,
    },
  });

const open = async () => {
  const scene = openScene(database);
  const { accountId } = await connect(scene);
  const create = async (name: string, ...ids: string[]) => {
    const graph = graphRunningBots(accountId, ...ids);
    const { _id } = await scene.bots.createBot(scene.root, { name, graph } as never);
    return _id;
  };
  const publish = (bot_id: string, version = 1) =>
    scene.bots.publishBot(scene.root, { bot_id, version });
  const save = (bot_id: string, name: string, ...ids: string[]) =>
    scene.bots.updateBot(scene.root, {
      bot_id,
      name,
      description: '',
      graph: graphRunningBots(accountId, ...ids),
      base_version: 1,
    } as never);
  return { scene, accountId, create, publish, save };
};

describe('a bot whose AI agent runs other bots', () => {
  it('is published if those bots exist', async () => {
    const { create, publish } = await open();
    const child = await create('Child');
    await publish(child);
    const parent = await create('Parent', child);
    expect(await publish(parent)).toMatchObject({ published_version: 1 });
  });

  it('is listed in the use of those bots, with its versions that run them', async () => {
    const { scene, create, publish, save } = await open();
    const [child, other] = [await create('Child'), await create('Other')];
    for (const id of [child, other]) await publish(id);
    const parent = await create('Parent', child);
    const runBy = async (bot_id: string) =>
      (await scene.bots.getBotUse(scene.root, { bot_id })).run_by;
    const parentUse = (...used_in: string[]) => [{ bot_id: parent, name: 'Parent', used_in }];
    expect(await runBy(child)).toEqual(parentUse('draft'));
    await publish(parent);
    expect(await runBy(child)).toEqual(parentUse('published', 'draft'));
    await save(parent, 'Parent', other);
    expect(await runBy(child)).toEqual(parentUse('published'));
    expect(await runBy(other)).toEqual(parentUse('draft'));
    await publish(parent, 2);
    expect(await runBy(child)).toEqual([]);
    expect(await runBy(parent)).toEqual([]);
  });

  it('cannot be published if one of those bots is unknown or foreign', async () => {
    const [ours, theirs] = [await open(), await open()];
    const foreign = await theirs.create('Foreign');
    for (const [index, id] of [foreign, `bot_${'0'.repeat(32)}`].entries()) {
      const parent = await ours.create(`Parent ${index}`, id);
      const refusal = await refusalFrom(ours.publish(parent));
      expect(refusal?.message).toBe('"find" names a bot that does not exist. Choose another one.');
    }
  });

  it('cannot be published if those bots lead back to it', async () => {
    const { create, publish, save } = await open();
    const first = await create('First');
    await publish(first);
    const second = await create('Second', first);
    await publish(second);
    const third = await create('Third', second);
    await publish(third);
    await save(first, 'First', third);
    const refusal = await refusalFrom(publish(first, 2));
    expect([refusal?.status, refusal?.message]).toEqual([
      400,
      'An agent of this bot runs a bot that would run this bot again. Remove it from the agent.',
    ]);
    await save(second, 'Second', second);
    expect((await refusalFrom(publish(second, 2)))?.status).toBe(400);
  });

  it('is refused to a person who may not run bots', async () => {
    const { scene, accountId, create } = await open();
    const subuser = person(scene.tenant_id, 'b@example.com', { userType: 'SUBUSER' });
    const graph = graphRunningBots(accountId, await create('Child'));
    const refusal = await refusalFrom(refuseForeignUse(database.db, subuser, graph));
    expect([refusal?.status, refusal?.message]).toEqual([
      403,
      'The agent "find" runs bots. You have no role that lets you create bot runs (create_bot_execution). ' +
        'Ask your ROOT user for it.',
    ]);
  });

  it('is refused to a person who may not read the inventory of its AI agent', async () => {
    const { scene } = await open();
    const subuser = person(scene.tenant_id, 'b@example.com', { userType: 'SUBUSER' });
    const find = { ...aTask, inventory: 'aws' };
    const graph = draw('start -> find:ai_agent -> end', { find });
    const refusal = await refusalFrom(refuseForeignUse(database.db, subuser, graph));
    expect(refusal?.message).toContain('"find" queries the inventory.');
  });
});
