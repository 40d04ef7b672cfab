import type { AwsReply, AwsRequest } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { advance } from '#lib/engine/run.ts';
import { draw } from '#test/support/drawing.ts';
import { integrationId, openedIntegration } from '../nodes/node-world.ts';
import { engineWorld } from '../world.ts';

const database = openTestDatabase();

const role = { role_arn: 'arn', external_id: 'x' };
const values = { account_id: '111122223333', region: 'eu-west-1', ...role };

const right = (where: string): AwsRight => ({
  integration_id: integrationId,
  permission: 'ec2:StopInstances',
  where,
});

const done: AwsReply = { kind: 'answered', value: {}, truncated: false };
const refused: AwsReply = {
  kind: 'failed',
  name: 'UnauthorizedOperation',
  message: 'You are not authorized to perform this operation.',
  again: false,
};
const wouldDo: AwsReply = { ...refused, name: 'DryRunOperation' };

type StopOptions = { rights?: AwsRight[]; reply?: AwsReply; dry_run?: boolean };

/** A run of a version that was published with these rights, or of an unpublished one. */
const runStop = async (region: string, { rights, reply = done, dry_run = false }: StopOptions) => {
  const requests: AwsRequest[] = [];
  const peers = {
    integration: async () => openedIntegration('aws', values),
    aws: async (request: AwsRequest) => {
      requests.push(request);
      return reply;
    },
  };
  const world = engineWorld(database, [], { peers });
  const graph = draw('start -> ask:approval -approved-> stop:rest_api_action -> end', {
    stop: {
      action: 'aws.stop_instances',
      integration: { type: 'aws', id: integrationId },
      parameters: { instances: ['i-1'], region },
    },
  });
  const id = await world.start(graph, { region: 'us-west-2' }, undefined, { dry_run });
  const { bot_id, tenant_id } = await world.read(id);
  if (rights) await botVersionStore(database.db, tenant_id).keepRights(bot_id, 1, rights);
  await world.drive(id, { decisions: { ask: 'approve' } });
  const { results } = await world.read(id);
  return { stop: results.stop, requests };
};

describe('a run with an AWS action', () => {
  it('makes the calls in the rights of its published version', async () => {
    const { stop, requests } = await runStop('eu-west-1', { rights: [right('eu-west-1')] });
    expect(stop?.status).toBe('SUCCEEDED');
    expect(requests.map(({ region, operation }) => [region, operation])).toEqual([
      ['eu-west-1', 'StopInstances'],
    ]);
  });

  it.each([
    ['without rights', [], 'eu-west-1'],
    ['with another region', [right('us-west-2')], 'eu-west-1'],
    ['with a region that the event does not name', [right('eu-west-1')], '{% $event.region %}'],
    ['with another account', [{ ...right('any'), integration_id: 'int_other' }], 'eu-west-1'],
  ])('makes no call when its version was published %s', async (_, rights, region) => {
    const { stop, requests } = await runStop(region, { rights });
    expect(stop).toMatchObject({
      status: 'FAILED',
      error: expect.stringMatching(
        /^This version was published without the call ec2:StopInstances in [a-z0-9-]+\./,
      ),
    });
    expect(requests).toEqual([]);
  });

  it('makes its calls when its version was never published', async () => {
    expect((await runStop('{% $event.region %}', {})).requests).toHaveLength(1);
  });
});

describe('a version that ran before it was published', () => {
  it('is limited to the rights of its latest publication', async () => {
    const peers = {
      integration: async () => openedIntegration('aws', values),
      aws: async () => done,
    };
    const world = engineWorld(database, [], { peers });
    const graph = draw('start -> list:rest_api_action -> end', {
      list: {
        action: 'aws.describe_instances',
        integration: { type: 'aws', id: integrationId },
      },
    });
    // All calls run in one process.
    const advanceRun = advance(world.deps(database.db));
    const first = await world.start(graph);
    const { bot_id, tenant_id } = await world.read(first);
    const stateOf = async (bot_exc_id: string) => {
      await advanceRun({ tenant_id, bot_exc_id, lane: '' });
      return (await world.read(bot_exc_id)).results.list?.status;
    };
    const runAgain = async () => stateOf(await world.startAgain(await world.read(first)));
    const publish = (where: string) =>
      botVersionStore(database.db, tenant_id).keepRights(bot_id, 1, [
        { ...right(where), permission: 'ec2:DescribeInstances' },
      ]);
    expect(await stateOf(first)).toBe('SUCCEEDED');
    await publish('us-west-2');
    expect(await runAgain()).toBe('FAILED');
    await publish('eu-west-1');
    expect(await runAgain()).toBe('SUCCEEDED');
  });
});

describe('a mail through SES in an AWS account', () => {
  const ses = { aws_account: integrationId, region: 'eu-west-1', from: 'bots@example.com' };

  const mailed = async (rights: AwsRight[]) => {
    const requests: AwsRequest[] = [];
    const peers = {
      integration: async () =>
        openedIntegration('aws_ses', ses, { account: openedIntegration('aws', values) }),
      aws: async (request: AwsRequest) => {
        requests.push(request);
        return done;
      },
    };
    const world = engineWorld(database, [], { peers });
    const graph = draw('start -> tell:notification -> end', {
      tell: {
        to: ['anna@example.com'],
        subject: 'Hello',
        message: 'A bucket is public.',
        mail_server: { type: 'aws_ses', id: integrationId },
      },
    });
    const id = await world.start(graph, {});
    const { bot_id, tenant_id } = await world.read(id);
    await botVersionStore(database.db, tenant_id).keepRights(bot_id, 1, rights);
    await world.drive(id);
    return { tell: (await world.read(id)).results.tell, requests };
  };
  const sending = { ...right('eu-west-1'), permission: 'ses:SendEmail' };

  it('is sent when the version was published with its right', async () => {
    const { tell, requests } = await mailed([sending]);
    expect(tell?.status).toBe('SUCCEEDED');
    expect(requests.map(({ operation }) => operation)).toEqual(['SendEmail']);
  });

  it.each([
    ['without rights', []],
    ['with the right to another call', [right('eu-west-1')]],
    ['with the right for another region', [{ ...sending, where: 'us-west-2' }]],
  ])('is not sent when the version was published %s', async (_, rights) => {
    const { tell, requests } = await mailed(rights);
    expect(tell).toMatchObject({
      status: 'FAILED',
      error: expect.stringMatching(
        /^This version was published without the call ses:SendEmail in eu-west-1\./,
      ),
    });
    expect(requests).toEqual([]);
  });
});

describe('a dry run of an AWS action', () => {
  it('asks AWS whether the call would be permitted and continues if it would', async () => {
    const { stop, requests } = await runStop('eu-west-1', { reply: wouldDo, dry_run: true });
    expect(requests.map(({ parameters }) => parameters.DryRun)).toEqual([true]);
    expect(stop).toMatchObject({
      status: 'SUCCEEDED',
      would: 'run "Stop EC2 instances": call ec2:StopInstances in eu-west-1',
    });
  });

  it('fails with the missing permission if AWS would refuse the call', async () => {
    const { stop, requests } = await runStop('eu-west-1', { reply: refused, dry_run: true });
    expect(requests).toHaveLength(1);
    expect(stop).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('lacks the permission ec2:StopInstances.'),
    });
  });
});
