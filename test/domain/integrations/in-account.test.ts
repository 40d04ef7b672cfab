import { newBot } from '#lib/domain/bots/bot.schema.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { openScene, refusalFrom, type Scene } from '../scene.ts';
import { changeIntegration, connect, openAsTenant } from './api-integration.ts';

const world = openTestDatabase();

/** An AWS account as a setup leaves it. */
const connectAccount = async (scene: Scene, fields: object = {}) => {
  const _id = `int_${String(scene.time.now).padStart(32, '0')}`;
  scene.time.now += 1;
  const at = new Date(scene.time.now).toISOString();
  const role_arn = 'arn:aws:iam::111122223333:role/ours';
  await integrationStore(scene.db, scene.tenant_id).create({
    _id,
    alias: `Account ${scene.time.now}`,
    cspName: 'aws',
    groups: [],
    values: { account_id: '111122223333', region: 'us-east-1', role_arn, external_id: 'x' },
    secret_names: [],
    hosts: [],
    integrationState: 'ACTIVE',
    revision: 1,
    userId: 'anna@example.com',
    createdAt: at,
    updatedAt: at,
    ...fields,
  });
  return _id;
};

const guardduty = (aws_account: string, fields: object = {}) => ({
  cspName: 'guardduty',
  alias: 'Findings',
  values: { aws_account, region: 'eu-west-1' },
  ...fields,
});

describe('an integration that acts in an AWS account', () => {
  it('names a connected AWS account and is opened together with it', async () => {
    const scene = openScene(world);
    const id = await connectAccount(scene);
    const integration = await connect(scene, guardduty(id));
    expect(integration).toMatchObject({ used_for: 'aws', category: 'Security', scopes: [] });
    expect(await openAsTenant(scene, integration.accountId)).toMatchObject({
      values: { aws_account: id, region: 'eu-west-1' },
      account: { accountId: id, values: { role_arn: 'arn:aws:iam::111122223333:role/ours' } },
    });
    const ses = { cspName: 'aws_ses', alias: 'Mails' };
    const values = { aws_account: id, region: 'eu-west-1', from: 'bots@example.com' };
    expect(await connect(scene, { ...ses, values })).toMatchObject({ used_for: 'mail' });
  });

  it('refuses an account that is absent, foreign, of another type, or a sample', async () => {
    const scene = openScene(world);
    const stranger = openScene(world);
    const api = await connect(scene);
    const ids = {
      absent: `int_${'a'.repeat(32)}`,
      foreign: await connectAccount(stranger),
      other: api.accountId,
      'no id': '../x',
    };
    for (const id of Object.values(ids)) {
      const body = (await refusalFrom(connect(scene, guardduty(id))))?.body();
      expect(body).toMatchObject({
        field: 'aws_account',
        error: 'Choose AWS account from the list.',
      });
    }
    const sample = await connectAccount(scene, { alias: 'Sample AWS', sample: 'aws' });
    expect((await refusalFrom(connect(scene, guardduty(sample))))?.body()).toMatchObject({
      field: 'aws_account',
      error: 'Sample AWS is a sample account, so no calls are possible. Choose another one.',
    });
  });

  it('can be moved to another account, but not to an unknown one', async () => {
    const scene = openScene(world);
    const [first, second] = [await connectAccount(scene), await connectAccount(scene)];
    const { accountId } = await connect(scene, guardduty(first));
    const change = { alias: 'Findings', values: { aws_account: second } };
    await changeIntegration(scene, accountId, change);
    expect(await openAsTenant(scene, accountId)).toMatchObject({ account: { accountId: second } });
    const foreign = { alias: 'Findings', values: { aws_account: `int_${'b'.repeat(32)}` } };
    expect((await refusalFrom(changeIntegration(scene, accountId, foreign)))?.body()).toMatchObject(
      {
        field: 'aws_account',
      },
    );
  });

  it('shows its mail permission and region among the rights of a published bot', async () => {
    const scene = openScene(world);
    const values = {
      aws_account: await connectAccount(scene),
      region: 'eu-west-1',
      from: 'bots@example.com',
    };
    const ses = { cspName: 'aws_ses', alias: 'Mails', values };
    const { accountId: id } = await connect(scene, ses);
    const notification = {
      to: ['anna@example.com'],
      subject: 'Hello',
      message: 'A bucket is public.',
    };
    const graph = draw('start -> tell:notification -> end', {
      tell: { ...notification, mail_server: { type: 'aws_ses', id } },
    });
    const bot = newBot.parse({ name: 'Tells', graph });
    const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
    await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    const sends = { integration_id: id, permission: 'ses:SendEmail', where: 'eu-west-1' };
    const storedVersion = await botVersionStore(scene.db, scene.tenant_id).get(bot_id, 1);
    expect(storedVersion?.aws_rights).toEqual([sends]);
    expect((await scene.bots.getBot(scene.root, { bot_id })).aws_rights).toEqual([
      { ...sends, alias: 'Mails', region: 'eu-west-1' },
    ]);
  });

  it('counts its bots as bots of the AWS account, in use and in lists', async () => {
    const scene = openScene(world);
    const id = await connectAccount(scene);
    const otherId = await connectAccount(scene);
    const { accountId, alias } = await connect(scene, guardduty(id));
    const make = async (name: string, integrationId: string) => {
      const graph = draw('start -> act:rest_api_action -> end', {
        act: {
          action: 'aws.list_detectors',
          integration: { type: 'guardduty', id: integrationId },
        },
      });
      const bot = newBot.parse({ name, graph });
      return (await scene.bots.createBot(scene.root, bot))._id;
    };
    const indirectId = await make('Looks at findings', accountId);
    const directId = await make('Acts', id);
    await make('Elsewhere', otherId);
    const { items } = await scene.integrations.getIntegrationUse(scene.root, { accountId: id });
    const useByBot = Object.fromEntries(items.map((one) => [one.bot_id, one]));
    expect(Object.keys(useByBot).sort()).toEqual([indirectId, directId].sort());
    expect(useByBot[indirectId]).toMatchObject({ used_in: ['draft'], through: [alias] });
    expect(useByBot[indirectId]?.actions.map(({ action_id }) => action_id)).toEqual([
      'aws.list_detectors',
    ]);
    expect(useByBot[directId]).not.toHaveProperty('through');
    const found = async (integration_id: string) => {
      const request = { number_of_items: 10, integration_id };
      const list = await scene.bots.listBots(scene.root, request);
      const sorted = await scene.bots.listBots(scene.root, { ...request, sort: 'name' });
      expect(sorted.items.length).toBe(list.items.length);
      const { count } = await scene.bots.countBots(scene.root, { integration_id });
      expect(count).toBe(list.items.length);
      return list.items.map(({ name }) => name).sort();
    };
    expect(await found(id)).toEqual(['Acts', 'Looks at findings']);
    expect(await found(accountId)).toEqual(['Looks at findings']);
  });

  it('is listed before its AWS account is deleted, and loses the account then', async () => {
    const scene = openScene(world);
    const id = await connectAccount(scene);
    const { accountId, alias, cspName } = await connect(scene, guardduty(id));
    const use = await scene.integrations.getIntegrationUse(scene.root, { accountId: id });
    expect(use).toEqual({ items: [], integrations: [{ accountId, alias, cspName }] });
    await scene.integrations.deleteIntegration(scene.root, { accountId: id });
    expect((await openAsTenant(scene, accountId))?.account).toBeUndefined();
    // Its alias can still be changed.
    await changeIntegration(scene, accountId, { alias: 'Old findings' });
  });
});
