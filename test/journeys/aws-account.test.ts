import { type AwsServer, openAwsServer, xmlAnswer } from '#test/support/aws-server.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { launchRoleStack, roleIn } from '#test/support/sts-server.ts';

const account = '111122223333';

let aws: AwsServer;
let product: Embedded;

const ec2Answer = (name: string, body: string) =>
  xmlAnswer(
    `<${name}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">${body}</${name}Response>`,
  );

const instance = (id: string) =>
  `<item><instanceId>${id}</instanceId><instanceState><code>16</code><name>running</name>` +
  '</instanceState></item>';

/** Two pages of instances, and the answer to each stop. */
const answers = {
  'ec2 DescribeInstances': {
    takes: 'ec2:DescribeInstances',
    answer: ({ body }: { body: string }) => {
      const isSecond = new URLSearchParams(body).get('NextToken') === 'page-2';
      const ids = isSecond ? ['i-3'] : ['i-1', 'i-2'];
      const items = `<instancesSet>${ids.map(instance).join('')}</instancesSet>`;
      const next = isSecond ? '' : '<nextToken>page-2</nextToken>';
      const set = `<reservationSet><item>${items}</item></reservationSet>${next}`;
      return ec2Answer('DescribeInstances', set);
    },
  },
  'ec2 StopInstances': {
    takes: 'ec2:StopInstances',
    touches: ({ body }: { body: string }) => [
      `ec2:eu-west-1:${account}:instance/${new URLSearchParams(body).get('InstanceId.1')}`,
    ],
    answer: ec2Answer('StopInstances', '<instancesSet></instancesSet>'),
  },
};

beforeAll(async () => {
  aws = await openAwsServer(answers);
  product = await openEmbedded({
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'us-east-1',
  });
});
afterAll(async () => {
  await product.close();
  await aws.close();
});

const setupFields = { aws_account: account, region: 'eu-west-1', allow_actions: true };
const begin = () => product.api.integrations.initAwsSetup(setupFields);
const checkSetup = (setup_id: string) => product.api.integrations.checkAwsSetup({ setup_id });
const arnOf = (template: string) => `arn:aws:iam::${account}:role/${roleIn(template).RoleName}`;

describe('connecting an AWS account', () => {
  it('refuses a role that can be assumed without the external ID', async () => {
    const { setup_id, template } = await begin();
    const trust = structuredClone(roleIn(template).AssumeRolePolicyDocument);
    const [statement] = trust.Statement;
    delete statement?.Condition?.StringEquals;
    aws.roles.set(arnOf(template), { trust });
    expect(await checkSetup(setup_id)).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringContaining('can be assumed without the external ID'),
    });
  });

  it('refuses a role that belongs to another account', async () => {
    const { setup_id, template } = await begin();
    const trust = roleIn(template).AssumeRolePolicyDocument;
    aws.roles.set(arnOf(template), { trust, account: '444455556666' });
    expect(await checkSetup(setup_id)).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringContaining('belongs to the account 444455556666'),
    });
  });
});

/** Stops the running instances that people approve, one per iteration. */
const stopGraph = (id: string, region?: string) =>
  draw(
    `start -> list:rest_api_action -> ask:approval -approved-> each:loop
     each -> stop:rest_api_action -> all:loop_end -> end`,
    {
      list: { action: 'aws.describe_instances', integration: { type: 'aws', id } },
      ask: {
        message: 'Stop these?',
        resources: "{% [$nodes.list.result.Instances.{'id': InstanceId}] %}",
      },
      each: { items_to_iterate: '{% $nodes.ask.resources %}' },
      stop: {
        action: 'aws.stop_instances',
        integration: { type: 'aws', id },
        parameters: {
          instances: ['{% $loop.item.id %}'],
          ...(region !== undefined && { region }),
        },
      },
    },
  );

const callsNamed = (name: string) =>
  aws.calls
    .filter((call) => call.name === name)
    .map(({ region, body, session }) => {
      return { region, id: new URLSearchParams(body).get('InstanceId.1'), session };
    });

describe('a bot that calls AWS', () => {
  let id: string;

  it('waits for a role that is created late, and is published with its AWS rights', async () => {
    const { setup_id, template } = await begin();
    expect(await checkSetup(setup_id)).toMatchObject({ state: 'WAITING' });
    launchRoleStack(aws, template, account);
    expect(await checkSetup(setup_id)).toEqual({ state: 'DEPLOYED' });
    const details = { alias: 'Production', groups: ['Cloud'] };
    const connected = await product.api.integrations.connectAwsSetup({ setup_id, ...details });
    id = connected.accountId;
    const { bots } = product.api;
    const bot = await bots.createBot({ name: 'Stop idle hosts', graph: stopGraph(id) });
    const published = await bots.publishBot({ bot_id: bot._id, version: 1 });
    const common = { integration_id: id, where: 'eu-west-1', alias: 'Production' };
    expect(published.aws_rights).toEqual([
      { ...common, permission: 'ec2:DescribeInstances', region: 'eu-west-1' },
      { ...common, permission: 'ec2:StopInstances', region: 'eu-west-1' },
    ]);
  });

  it('makes exactly the approved calls, each in a session limited to that call', async () => {
    const { bots, executions, approvals } = product.api;
    const [bot] = (await bots.listBots({ regex: 'Stop idle' })).items;
    const before = aws.asked.length;
    const { _id: bot_exc_id } = await executions.startExecution({ bot_id: bot?._id ?? '' });
    const waiting = await eventually(
      () => executions.getExecution({ bot_exc_id }),
      ({ state }) => state === 'WAITING_FOR_APPROVAL',
    );
    expect(callsNamed('StopInstances')).toEqual([]);
    await approvals.resolveApproval({
      approval_id: waiting.waiting_for?.approval_id ?? '',
      status: 'resolved',
      resource_ids: ['i-1', 'i-3'],
      message: 'Those two are idle',
    });
    const finalRun = await eventually(
      () => executions.getExecution({ bot_exc_id }),
      ({ state }) => state === 'SUCCEEDED' || state === 'FAILED',
    );
    expect(finalRun.state).toBe('SUCCEEDED');
    const session = `cloudwarden-${bot_exc_id}`;
    const call = { region: 'eu-west-1', session };
    expect(new Set(callsNamed('StopInstances'))).toEqual(
      new Set([
        { ...call, id: 'i-1' },
        { ...call, id: 'i-3' },
      ]),
    );
    expect(callsNamed('StopInstances')).toHaveLength(2);
    const bound = { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } };
    const policies = aws.asked
      .slice(before)
      .map(({ policy }) => JSON.parse(String(policy)).Statement);
    const allowOnly = (action: string, Resource: string) => [
      { Effect: 'Allow', Action: [action], Resource, Condition: bound },
    ];
    const stopOnly = (instanceId: string) =>
      allowOnly('ec2:StopInstances', `arn:aws:ec2:eu-west-1:${account}:instance/${instanceId}`);
    const [first, ...stopPolicies] = policies;
    expect(first).toEqual(allowOnly('ec2:DescribeInstances', '*'));
    // The iterations of the loop run concurrently.
    expect(stopPolicies).toHaveLength(2);
    expect(stopPolicies).toEqual(expect.arrayContaining([stopOnly('i-1'), stopOnly('i-3')]));
  });

  it("shows a draft's additional region in its rights before it is published", async () => {
    const { bots } = product.api;
    const [bot] = (await bots.listBots({ regex: 'Stop idle' })).items;
    const { name, description, category, importance } = bot ?? { name: '' };
    const details = { name, description, category, importance };
    const graph = stopGraph(id, 'us-west-2');
    const target = { bot_id: bot?._id ?? '', base_version: 1 };
    const draft = await bots.updateBot({ ...details, ...target, graph });
    expect(draft.aws_rights.map(({ where }) => where)).toEqual(['eu-west-1', 'us-west-2']);
    const running = await bots.getBot({ bot_id: draft._id, version: 1 });
    expect(running.aws_rights.map(({ where }) => where)).toEqual(['eu-west-1', 'eu-west-1']);
  });

  it('shows no credentials and no external ID in its run', async () => {
    const { executions, integrations } = product.api;
    const { items } = await executions.listExecutions({});
    const text = JSON.stringify(await executions.getExecution({ bot_exc_id: items[0]?._id ?? '' }));
    expect(text).not.toMatch(/secret|SessionToken|external/i);
    expect((await integrations.getIntegration({ accountId: id })).integrationState).toBe('ACTIVE');
  });
});
