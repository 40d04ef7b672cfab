import { openServiceCalls } from '#lib/aws/service-calls.ts';
import { openServiceReads } from '#lib/aws/service-reads.ts';
import { stsCalls } from '#lib/aws/sts-calls.ts';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { runRequestedTest } from '#lib/domain/integrations/connection-test.service.ts';
import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { awsCollector } from '#lib/engine/collectors/aws.ts';
import { proveRole } from '#lib/engine/integrations/prove-role.ts';
import { testConnection } from '#lib/engine/integrations/test-connection.ts';
import { errorOf } from '#test/support/aws-server.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { clientOf, type LoopbackAnswer, type LoopbackRequest } from '#test/support/loopback.ts';
import { launchRoleStack, openStsServer } from '#test/support/sts-server.ts';
import { openScene } from '../domain/scene.ts';
import { awsSamples } from '../engine/actions/aws-samples.ts';
import { engineWorld, tenant } from '../engine/world.ts';
import { openTestApi } from '../lambdas/gateway.ts';
import { filesWith, openCanaries } from './canary.ts';

// AWS repeats the headers of calls that it rejects. Here it repeats them in every answer, and
// nothing shown to people or kept on disk may contain credentials of a session. A role's external
// id is returned only by the calls that create and show the integration.
const database = openTestDatabase('disk');
const canaries = openCanaries();
const account = '111122223333';

/** The current behaviour of STS and the services. */
let mode: 'errors' | 'answers' = 'errors';

const echo = ({ headers }: LoopbackRequest): string =>
  `The canonical string should have been: x-amz-security-token:` +
  `${String(headers['x-amz-security-token'])} authorization:${String(headers.authorization)}`.replaceAll(
    /[&<>"]/g,
    ' ',
  );

const listUsersAnswer = (name: string): LoopbackAnswer => ({
  headers: { 'content-type': 'text/xml' },
  body:
    '<ListUsersResponse><ListUsersResult><IsTruncated>false</IsTruncated><Users><member>' +
    `<UserName>${name}</UserName></member></Users></ListUsersResult></ListUsersResponse>`,
});

const serve = (request: LoopbackRequest): LoopbackAnswer => {
  const [, scope = ''] = /Credential=([^,]+),/.exec(String(request.headers.authorization)) ?? [];
  if (mode === 'answers') return listUsersAnswer(echo(request));
  return errorOf(scope.split('/').at(-2) ?? '', 'SignatureDoesNotMatch', echo(request), 403);
};

const credentials = () => {
  const [mark, secret, token] = [canaries.next(), canaries.next(), canaries.next()];
  return { mark, secret, token };
};

const open = async () => {
  const sts = await openStsServer(serve, credentials);
  const own = clientOf(sts);
  const services = { endpoint: sts.endpoint, forcePathStyle: true };
  const calls = stsCalls(own);
  const prove = proveRole(calls);
  const scene = openScene(database, tenant, {
    rolePrefix: 'acme-integration-',
    whoAssumes: async () => ({
      kind: 'answered',
      value: 'arn:aws:iam::999988887777:user/cloudwarden',
    }),
    proveRole: prove,
  });
  const aws = openServiceCalls({ stsConfig: own, services });
  const api = await openTestApi(scene);
  const handle = runRequestedTest({
    ...scene.userDeps,
    openIntegration: openIntegration(scene),
    testConnection: (integration, options) =>
      testConnection(integration, { proveRole: prove, aws, clock: scene.clock } as never, options),
  });
  const answers: { key: string; text: string }[] = [];
  const call = async (key: string, input: Record<string, unknown> = {}) => {
    const answer = await api.call(key, input);
    answers.push({ key, text: `${answer.text} ${JSON.stringify(answer.headers)}` });
    return answer.body as Record<string, string>;
  };
  const test = async (accountId: string) => {
    await call('testIntegration', { accountId });
    for (const fact of scene.facts.splice(0)) {
      if (fact.type === 'integration_test_requested') await handle(fact);
    }
    return call('getIntegration', { accountId });
  };
  return { sts, own, services, scene, api, aws, answers, call, test, told: [] as string[] };
};

let world: Awaited<ReturnType<typeof open>>;
let accountId: string;
let externalId: string;

beforeAll(async () => {
  world = await open();
  const { call, sts } = world;
  const setup = await call('initAwsSetup', { aws_account: account, region: 'eu-west-1' });
  const { setup_id, template = '' } = setup;
  await call('checkAwsSetup', { setup_id });
  launchRoleStack(sts, template, account);
  await call('checkAwsSetup', { setup_id });
  await call('getAwsSetup', { setup_id });
  const fields = { alias: 'Production', groups: ['All'] };
  accountId = String((await call('connectAwsSetup', { setup_id, ...fields })).accountId);
  externalId = String(setup.externalId);
});
afterAll(() => world.sts.close());

/** The result of a run of one action, with all output about it. */
const run = async (action: string, parameters: object, dry_run = false) => {
  const { scene, aws, call, told } = world;
  const peers = { integration: openIntegration(scene), aws };
  const engine = engineWorld(database, [], { peers });
  const graph = draw('start -> ask:approval -approved-> use:rest_api_action -> end', {
    use: { action, integration: { type: 'aws', id: accountId }, parameters },
  });
  const bot_exc_id = await engine.start(graph, {}, undefined, { dry_run });
  const result = await engine.drive(bot_exc_id);
  await call('getExecution', { bot_exc_id });
  await call('getNodeResult', { bot_exc_id, node_id: 'use' });
  told.push(JSON.stringify([result, engine.messages, engine.logged]));
  return result;
};

const awsActions = readyMadeActions
  .filter(({ executable_type, _id }) => executable_type === 'aws' && _id.startsWith('aws.'))
  .map(({ _id }) => _id);

describe('the credentials of a session, and the external id of its role', () => {
  it('are sent to AWS with every action, and AWS repeats them in its errors', async () => {
    mode = 'errors';
    for (const action of awsActions) {
      const result = await run(action, awsSamples[action]?.given ?? {});
      expect([action, result.state]).toEqual([action, 'FAILED']);
      const output = JSON.stringify(result.results.use);
      expect([action, output]).toEqual([action, expect.stringContaining('SignatureDoesNotMatch')]);
    }
    await run('aws.stop_instances', { instances: ['i-0a1'] }, true);
    expect(world.sts.asked.length).toBeGreaterThan(awsActions.length);
  });

  it('are sent to AWS with an action, and AWS repeats them in its response', async () => {
    mode = 'answers';
    const result = await run('aws.list_users', {});
    expect(result.state).toBe('SUCCEEDED');
    expect(world.told.at(-1)).toContain('canonical string should have been');
  });

  it('are sent to AWS with tests of the role and of a service in its account', async () => {
    mode = 'errors';
    const { call, test, sts } = world;
    expect((await test(accountId)).integrationState).toBe('ACTIVE');
    const values = { aws_account: accountId, region: 'eu-west-1' };
    const service = { cspName: 'guardduty', alias: 'Findings', groups: ['All'], values };
    const { accountId: of } = await call('createIntegration', service);
    const tested = await test(String(of));
    expect(tested.integrationState).toBe('ERROR');
    expect(tested.state_reason).toMatch(/SignatureDoesNotMatch/);
    const roles = [...sts.roles];
    sts.roles.clear();
    expect((await test(accountId)).integrationState).toBe('ERROR');
    for (const [arn, role] of roles) sts.roles.set(arn, role);
    await test(accountId);
  });

  it('are sent to AWS with scans, which report why they could not read', async () => {
    const { own, services, told, scene } = world;
    const collector = awsCollector(openServiceReads({ stsConfig: own, services, callMs: 5_000 }));
    const integration = await integrationStore(scene.db, tenant).get(accountId);
    if (!integration) throw new Error('There is no integration.');
    const { signal } = new AbortController();
    const readTable = async (table: string) => {
      const problem = (message: string) => void told.push(message);
      const request = {
        integration,
        table,
        signal,
        problem,
        closed: problem,
        again: () => undefined,
      };
      for await (const _ of collector.rows(request)) continue;
    };
    for (const table of ['aws_iam_user', 'aws_s3_bucket', 'aws_vpc']) {
      const reason = await readTable(table).catch((error: Error) => error.message);
      expect(reason).toMatch(/canonical string|SignatureDoesNotMatch/);
      told.push(String(reason));
    }
  });

  it('appear in no response, except the external id in calls of the integration', async () => {
    const { call, answers } = world;
    const graph = draw('start -> use:rest_api_action -> end', {
      use: { action: 'aws.list_users', integration: { type: 'aws', id: accountId } },
    });
    const { _id: bot_id } = await call('createBot', { name: 'Lists', graph });
    for (const kind of ['yaml', 'json']) await call('exportBot', { bot_id, kind });
    await call('getAwsRole', { accountId });
    const rename = { accountId, base_revision: 1, alias: 'Production 2' };
    await call('updateIntegration', rename);
    const values = { external_id: 'mine' };
    await call('updateIntegration', { ...rename, base_revision: 2, alias: 'Other', values });
    await call('listIntegrations', { number_of_items: '10' });
    const { items } = (await call('listAuditTrails', { number_of_items: '100' })) as never as {
      items: { _id: string }[];
    };
    expect(items.length).toBeGreaterThan(5);
    for (const { _id } of items) await call('getAuditRecord', { audit_id: _id });
    expect(answers.flatMap(({ text }) => canaries.found(text))).toEqual([]);
    const showing = new Set(
      answers.filter(({ text }) => text.includes(externalId)).map(({ key }) => key),
    );
    expect([...showing].toSorted()).toEqual([
      'connectAwsSetup',
      'getAwsRole',
      'getAwsSetup',
      'getIntegration',
      'initAwsSetup',
      'listIntegrations',
      'testIntegration',
      'updateIntegration',
    ]);
  });

  it('appear in no log, frame, mail, fact, result of a run or error message', () => {
    const { api, scene, told } = world;
    const { frames, mails, facts, logged } = scene;
    const outputs = { told, frames, mails, facts, logged, lines: api.lines };
    for (const [source, texts] of Object.entries(outputs)) {
      const text = JSON.stringify(texts);
      expect([source, canaries.found(text), text.includes(externalId)]).toEqual([
        source,
        [],
        false,
      ]);
    }
    expect(told.length).toBeGreaterThan(awsActions.length);
  });

  it('appear in no file of the data folder, except the external id', () => {
    expect(canaries.made()).toBeGreaterThan(100);
    expect(filesWith(database.folder, (text) => canaries.found(text).length > 0)).toEqual([]);
    // Proves that files are searched: the external id is stored, and is useless without our role.
    expect(filesWith(database.folder, (text) => text.includes(externalId))).not.toEqual([]);
  });
});
