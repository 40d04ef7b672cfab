import { refuseForeignUse } from '#lib/domain/bots/integration-use.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { person } from '#test/support/people.ts';
import { openScene, refusalFrom } from '../scene.ts';
import { connect } from './api-integration.ts';

const world = openTestDatabase();

const graphUsing = (id: string) =>
  draw('start -> ask:http_request -> tell:notification -> end', {
    ask: { url: 'https://a.example/', integration: { type: 'rest_api', id } },
    tell: {
      to: ['a@example.com'],
      subject: 's',
      message: 'm',
      integration: { type: 'slack', id: 'left over' },
    },
  });

describe('a bot that uses an integration', () => {
  it('is accepted where the caller may see the integration', async () => {
    const scene = openScene(world);
    const graph = graphUsing((await connect(scene)).accountId);
    const refusal = await refusalFrom(refuseForeignUse(world.db, scene.root, graph));
    expect(refusal).toBe(undefined);
  });

  it('is refused alike for a foreign, a deleted and an unknown integration', async () => {
    const [ours, otherScene] = [openScene(world), openScene(world)];
    const { accountId } = await connect(ours);
    await ours.integrations.deleteIntegration(ours.root, { accountId });
    const foreign = (await connect(otherScene)).accountId;
    for (const id of [foreign, accountId, `int_${'0'.repeat(32)}`]) {
      const check = refuseForeignUse(world.db, ours.root, graphUsing(id));
      const refusal = await refusalFrom(check);
      expect([refusal?.status, refusal?.message]).toEqual([
        403,
        '"ask" uses an integration that is not yours or was deleted. Choose one.',
      ]);
    }
  });

  it('is refused where the caller may not read integrations', async () => {
    const scene = openScene(world);
    const subuser = person(scene.tenant_id, 'b@example.com', { userType: 'SUBUSER' });
    const graph = graphUsing((await connect(scene)).accountId);
    const refusal = await refusalFrom(refuseForeignUse(world.db, subuser, graph));
    expect([refusal?.status, refusal?.message]).toEqual([
      403,
      '"ask" uses an integration. You have no role that lets you read integrations (read_integration). ' +
        'Ask your ROOT user for it.',
    ]);
    const plainGraph = draw('start -> end');
    const check = refuseForeignUse(world.db, subuser, plainGraph);
    expect(await refusalFrom(check)).toBe(undefined);
  });

  it('is refused where it queries an inventory that the caller may not read', async () => {
    const scene = openScene(world);
    const subuser = person(scene.tenant_id, 'b@example.com', { userType: 'SUBUSER' });
    const graph = draw('start -> list:steampipe_query -> end');
    const refusal = await refusalFrom(refuseForeignUse(world.db, subuser, graph));
    expect([refusal?.status, refusal?.message]).toEqual([
      403,
      '"list" queries the inventory. You have no role that lets you read the inventory (read_inventory). ' +
        'Ask your ROOT user for it.',
    ]);
    const allowed = refuseForeignUse(world.db, scene.root, graph);
    expect(await refusalFrom(allowed)).toBe(undefined);
  });

  it('is found by its integration', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const fields = { description: '', category: 'Security', importance: 'Medium' } as const;
    const graph = graphUsing(accountId);
    await scene.bots.createBot(scene.root, { ...fields, name: 'Asks', graph });
    await scene.bots.createBot(scene.root, {
      ...fields,
      name: 'Idle',
      graph: draw('start -> end'),
    });
    const query = { number_of_items: 10, integration_id: accountId };
    const { items } = await scene.bots.listBots(scene.root, query);
    expect(items.map(({ name }) => name)).toEqual(['Asks']);
  });
});
