import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { sitePublisher } from '#lib/aws/site-publisher.ts';
import { approvalTable } from '#lib/domain/approvals/approval.table.ts';
import { botTable } from '#lib/domain/bots/bot.table.ts';
import { executionTable } from '#lib/domain/executions/execution.table.ts';
import { connectionStore } from '#lib/domain/ws/connection.store.ts';
import type { FunctionName } from '#lib/stack/functions.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import {
  email,
  type Listener,
  openProduct,
  type Product,
  tenantId,
} from '../support/deployed-product.ts';
import { deployedFunctions } from '../support/deployment.ts';
import { type Scenarios, sortScenarios } from '../support/deployed/scenario.ts';
import { draw } from '../support/drawing.ts';
import { everyIn } from '../support/every-in.ts';
import { finding } from '../support/findings.ts';
import { listOf, type Statement } from '../support/iam.ts';
import { permits } from '../support/iam-verdict.ts';
import { takeOrphanSlot } from './deployed/queues.ts';

// The first call of a function waits until it has loaded, which takes long on a busy machine.
let product: Product;
let listener: Listener;

beforeAll(async () => {
  product = await openProduct();
});

afterAll(() => product.close());

const past = '2026-01-01T00:00:00.000Z';
const runKeyOf = (bot_exc_id: string) => ({ tenant_id: tenantId, bot_exc_id });

describe('a new stack', () => {
  it('creates its organisation and invites the first user, even if called twice', async () => {
    const event = product.cloudFormation.eventFor('Custom::FirstAdmin', 'Create');
    await product.invoke('custom/admin-seeder', event);
    await product.invoke('custom/admin-seeder', event);
    // The signature of CloudFormation's address forbids a content type.
    expect(product.cloudFormation.lastAnswer()).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: tenantId,
      contentType: undefined,
    });
    expect(product.invited).toContain(email);
    expect(await product.api.users.getCurrentUser({})).toMatchObject({
      _id: email,
      userType: 'ROOT',
      organisation: 'acme',
    });
    // The plan of a first organisation has no limits, so nothing would be counted.
    await product.limitPlan();
  });

  it('reports a failure to CloudFormation', async () => {
    const event = product.cloudFormation.eventFor('Custom::FirstAdmin', 'Create');
    const ResourceProperties = { ...event.ResourceProperties, AdminEmail: 'nobody' };
    await product.invoke('custom/admin-seeder', { ...event, ResourceProperties });
    expect(product.cloudFormation.lastAnswer()).toMatchObject({
      Status: 'FAILED',
      PhysicalResourceId: 'Resource',
      Reason: expect.stringContaining('Invalid email format'),
    });
  });

  it('publishes the console, and removes it when the stack is deleted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<html></html>');
    writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'app()');
    const client = new S3Client(product.clientFor('custom/site-publisher'));
    const publish = sitePublisher({ client, folder, clock: () => Date.now() });
    const created = product.cloudFormation.eventFor('Custom::PublishedSite', 'Create');
    const { Bucket, Config } = created.ResourceProperties;
    const objects = () =>
      [...product.s3.objects.keys()].filter((path) => path.startsWith(`/${Bucket}/`));
    product.s3.objects.set(`/${Bucket}/assets/app-old.js`, Buffer.from('old()'));

    const later = () => Date.now() + 400 * 24 * 3600_000;
    const longAfter = sitePublisher({ client, folder, clock: later });
    const licensed = `/${Bucket}/licensed/highcharts.js`;
    product.s3.objects.set(licensed, Buffer.from('its operator has a licence'));
    await longAfter(created);
    expect(objects()).toContain(licensed);
    product.s3.objects.delete(licensed);
    await publish(created);
    expect(objects().sort()).toEqual([
      `/${Bucket}/assets/app-1a2b.js`,
      `/${Bucket}/config.json`,
      `/${Bucket}/index.html`,
    ]);
    const config = JSON.parse(String(product.s3.objects.get(`/${Bucket}/config.json`)));
    expect(config).toEqual(Config);
    const notice = 'Maintenance on Sunday.';
    expect(config).toMatchObject({ apiUrl: '/api', edition: 'saas', signUp: 'on', notice });

    await publish(product.cloudFormation.eventFor('Custom::PublishedSite', 'Delete'));
    expect(objects()).toEqual([]);
    client.destroy();
    rmSync(folder, { recursive: true });
  });
});

describe('a WebSocket', () => {
  it('opens once with a ticket, and only from the console', async () => {
    const { ticket } = await product.api.ws.createTicket({});
    const { SITE_URL } = product.environment('events/socket-authorizer');
    const open = (Origin: string | undefined) =>
      product.invoke('events/socket-authorizer', {
        methodArn: 'arn:aws:execute-api:us-east-1:111122223333:api/v1/$connect',
        headers: { Origin },
        queryStringParameters: { ticket },
      });
    await expect(open('https://elsewhere.example')).rejects.toThrow('Unauthorized');
    expect(await open(SITE_URL)).toMatchObject({
      context: { tenant_id: tenantId, user_id: email },
    });
    await expect(open(SITE_URL)).rejects.toThrow('Unauthorized');
  });
});

const listenerFields = {
  description: 'Findings of the scanner',
  auth_configs: { auth_type: 'signature' as const, headers: {} },
};

const approvalGraph = draw('start -> ask:approval -approved-> done:end\nask -rejected-> kept:end', {
  ask: { message: 'May it?', approvers: [email], resources: '{% $event.resources %}' },
});

/** The drawn bot, started by the listener's events. */
const listenerGraph = () => ({
  ...approvalGraph,
  nodes: approvalGraph.nodes.map((node) =>
    node.type === 'start'
      ? { ...node, settings: { trigger_type: 'event_driven', listener_id: listener._id } }
      : node,
  ),
});

describe('a bot', () => {
  it('is created, changed, published and started by its listener', async () => {
    const { api } = product;
    listener = await api.listeners.createListener({ name: 'Findings', ...listenerFields });
    const { _id: listener_id } = listener;
    await api.listeners.updateListener({ listener_id, ...listenerFields });
    const { secret } = await api.listeners.rotateListenerSecret({ listener_id });
    listener = { ...(await api.listeners.getListener({ listener_id })), secret };
    const { _id: bot_id } = await api.bots.createBot({ name: 'Asking', graph: listenerGraph() });
    const change = { name: 'Asking first', graph: listenerGraph(), base_version: 1 };
    await api.bots.updateBot({ bot_id, ...change });
    await api.bots.publishBot({ bot_id, version: 2 });
    const { items } = await api.bots.listBots({});
    expect(items).toEqual([expect.objectContaining({ _id: bot_id, published_version: 2 })]);
    expect((await api.listeners.listListeners({})).items).toHaveLength(1);
  });

  it('runs on a signed event, asks for approval by mail, and continues when approved', async () => {
    await product.connect('open', true);
    const { run, approval_id, event_id } = await product.asked(listener, finding('fnd-1'));
    expect(run.state).toBe('WAITING_FOR_APPROVAL');
    expect(product.ses.sent.at(-1)).toMatchObject({
      FromEmailAddress: 'no-reply@acme.example',
      Destination: { ToAddresses: [email] },
    });
    const repeated = await product.receive(listener, finding('fnd-1'));
    expect(repeated).toMatchObject({ status: 200, body: { event_id, duplicate: true } });
    expect((await product.api.approvals.listApprovals({})).items).toHaveLength(1);
    await product.api.approvals.countApprovalResources({ approval_id });
    await product.approve(approval_id);
    const endedRun = await product.runOf(listener, event_id);
    expect(endedRun.state).toBe('SUCCEEDED');
    expect(Object.keys(endedRun.results)).toContain('done');
  });

  it('sends frames to the console', async () => {
    const frames = product.connections.openSockets.get('open') ?? [];
    const channels = new Set(frames.map((text) => JSON.parse(text).channel));
    expect(channels).toEqual(
      new Set(['approval_updated', 'bot_execution_updated', 'listener_called']),
    );
    const event = { connectionId: 'open', authorizer: { tenant_id: tenantId, user_id: email } };
    await product.invoke('events/socket-closed', { requestContext: event });
    expect(await connectionStore(product.db, tenantId).all()).toEqual([]);
  });

  it('records a refused call of its listener', async () => {
    const stranger = { ...listener, secret: 'another' };
    expect((await product.receive(stranger, finding('fnd-0'))).status).toBe(401);
    const { _id: listener_id } = listener;
    const { items } = await product.api.listeners.listRefusedCalls({ listener_id });
    expect(items).toMatchObject([{ count: 1, last_status: 401 }]);
  });

  it('stores large data in files', async () => {
    const hosts = Array.from({ length: 800 }, (_, at) => ({ id: `i-${at}`, name: 'x'.repeat(60) }));
    const large = { ...finding('fnd-2'), resources: hosts };
    const { run, approval_id, event_id } = await product.asked(listener, large);
    const { api } = product;
    const { _id: listener_id } = listener;
    const event = await api.listeners.getListenerEvent({ listener_id, event_id });
    expect(event.payload).toEqual(large);
    expect((await api.listeners.listListenerEvents({ listener_id })).items).toHaveLength(2);
    await product.connect('gone');
    await product.approve(approval_id);
    const nodeRef = { bot_exc_id: run._id, node_id: 'ask' };
    expect(JSON.stringify(await api.executions.getNodeResult(nodeRef))).toContain('i-799');
  });

  it('can be aborted while it waits', async () => {
    await product.connect('gone');
    const { run } = await product.asked(listener, finding('fnd-3'));
    await product.connect('gone');
    const { state } = await product.api.executions.abortExecution({ bot_exc_id: run._id });
    expect(state).toBe('CANCELLED');
  });

  it('can be started on demand, and deleted', async () => {
    const { api } = product;
    const graph = draw('start -> end');
    const { _id: bot_id } = await api.bots.createBot({ name: 'At once', graph });
    await api.bots.publishBot({ bot_id, version: 1 });
    const { _id: bot_exc_id } = await api.executions.startExecution({ bot_id });
    await product.runner.idle();
    expect(await product.stateOf(bot_exc_id)).toBe('SUCCEEDED');
    const { items } = await api.executions.listExecutions({ bot_id });
    expect(items.map(({ _id }) => _id)).toEqual([bot_exc_id]);
    expect((await api.executions.listExecutions({})).items.length).toBeGreaterThan(1);
    await api.bots.deleteBot({ bot_id });
  });
});

describe('a bot with code', () => {
  it('runs the code in the isolated function of its tenant', async () => {
    const { api } = product;
    const graph = draw('start -> compute:python_code -> end', {
      compute: { code: 'print("at work")\nresult = inputs["n"] * 7', inputs: '{% { "n": 6 } %}' },
    });
    const { _id: bot_id } = await api.bots.createBot({ name: 'Computing', graph });
    await api.bots.publishBot({ bot_id, version: 1 });
    const { _id: bot_exc_id } = await api.executions.startExecution({ bot_id });
    await product.runner.idle();
    expect(await product.stateOf(bot_exc_id)).toBe('SUCCEEDED');
    const { output } = await api.executions.getNodeResult({ bot_exc_id, node_id: 'compute' });
    expect(output).toEqual({ result: 42, stdout: 'at work\n' });
    expect(product.python.tenants).toEqual([tenantId]);
  });
});

describe('a scheduled bot', () => {
  const schedules = () => [...product.scheduler.schedules.keys()];
  const enable = (bot_id: string, cron_expression: string) =>
    product.api.bots.setBotStatus({ bot_id, status: 'enabled', cron_expression });

  it('runs once at each time, even if the scheduler calls twice', async () => {
    const { api } = product;
    const graph = draw('start -> end');
    const nodes = graph.nodes.map((node) =>
      node.type === 'start' ? { ...node, settings: { trigger_type: 'scheduled' } } : node,
    );
    const settings = { concurrency: { limit: 1 } };
    const bot = { name: 'Hourly', graph: { ...graph, nodes }, settings };
    const { _id: bot_id } = await api.bots.createBot(bot);
    await api.bots.publishBot({ bot_id, version: 1 });
    await enable(bot_id, '0 9 1 * MON');
    expect(schedules()).toEqual([`bot-${bot_id}`, `bot-${bot_id}-w`]);
    await enable(bot_id, '5 * * * *');
    expect(schedules()).toEqual([`bot-${bot_id}`]);
    await takeOrphanSlot(product, bot_id);
    const start = Date.now();
    const ticks = product.scheduler.callsBetween(start, start + 2 * 3600_000);
    expect(ticks).toHaveLength(2);
    for (const { value } of [...ticks, ...ticks]) {
      await product.invoke('events/schedule-fired', JSON.parse(value));
      await product.runner.idle();
      await product.deliver();
    }
    const { items } = await api.executions.listExecutions({ bot_id });
    expect(items.map(({ trigger, state }) => [trigger.type, state])).toEqual(
      [1, 2].map(() => ['schedule', 'SUCCEEDED']),
    );
  });

  it('has a schedule exactly while it is enabled, even after lost or extra ones', async () => {
    const [name = ''] = schedules();
    const bot_id = name.replace('bot-', '');
    const [storedSchedule] = product.scheduler.schedules.values();
    product.scheduler.schedules.clear();
    await product.invoke('events/reconcile', {});
    expect(schedules()).toEqual([name]);
    await product.rewrite(botTable, bot_id, 'schedule_pending', true);
    if (storedSchedule) product.scheduler.schedules.set('bot-bot_gone', storedSchedule);
    await product.invoke('events/reconcile', {});
    expect(schedules()).toEqual([name]);
    await product.api.bots.setBotStatus({ bot_id, status: 'disabled' });
    expect(schedules()).toEqual([]);
    await product.api.bots.deleteBot({ bot_id });
  });
});

describe('the engine', () => {
  it('ends a run as rejected when its approval expires', async () => {
    const { run, approval_id, event_id } = await product.asked(listener, finding('fnd-4'));
    await product.rewrite(approvalTable, approval_id, 'expires_on', past);
    await product.connect('gone');
    expect(await product.invoke('engine/advance', runKeyOf(run._id))).toEqual({ next: 'done' });
    expect(Object.keys((await product.runOf(listener, event_id)).results)).toContain('kept');
  });

  it('asks for approval once, even if the state machine pauses twice', async () => {
    const { run } = await product.asked(listener, finding('fnd-5'));
    const bot_exc_id = await product.forgottenRun(run.bot_id);
    const step = await product.invoke('engine/advance', runKeyOf(bot_exc_id));
    expect(step).toMatchObject({ next: 'pause', node_id: 'ask' });
    const paused = { ...runKeyOf(bot_exc_id), node_id: 'ask', token: 'x'.repeat(43) };
    await product.connect('gone');
    const mails = product.ses.sent.length;
    await product.invoke('engine/pause', paused);
    await product.invoke('engine/pause', paused);
    expect(product.ses.sent).toHaveLength(mails + 1);
  });

  it('fails a run whose state machine gave up, and ignores a late pause', async () => {
    const { run } = await product.asked(listener, finding('fnd-6'));
    await product.connect('gone');
    await product.invoke('engine/fail', { ...runKeyOf(run._id), error: 'Lost', cause: '' });
    expect(await product.stateOf(run._id)).toBe('FAILED');
    const pauseInput = { ...runKeyOf(run._id), node_id: 'ask', token: 'x'.repeat(43) };
    expect(await product.invoke('engine/pause', pauseInput)).toBeNull();
  });

  it('parks an event that the queue gave up, and handles it once it is replayed', async () => {
    const { _id: listener_id } = listener;
    const event_id = await product.forgottenEvent(listener);
    const detail = { type: 'listener_event_received', tenant_id: tenantId, listener_id, event_id };
    const queueMessage = (body: object) => ({ messageId: 'message-1', body: JSON.stringify(body) });
    const Records = [
      queueMessage({ detail }),
      queueMessage({ detail: { ...detail, type: 'run_ended' } }),
    ];
    const answer = await product.invoke('events/fact-parked', { Records });
    expect(answer).toEqual({ batchItemFailures: [] });
    const parked = async () =>
      (await product.api.listeners.listListenerEvents({ listener_id, handling: 'parked' })).items;
    expect(await parked()).toMatchObject([{ _id: event_id, parked: { tries: 5 } }]);
    await product.api.listeners.replayListenerEvent({ listener_id, event_id });
    await product.deliver();
    expect(await parked()).toEqual([]);
    expect((await product.runOf(listener, event_id)).state).toBe('WAITING_FOR_APPROVAL');
  });

  it('lists and counts runs by every filter', async () => {
    const { executions } = product.api;
    const [newest] = (await executions.listExecutions({})).items;
    const { _id: bot_exc_id, bot_id } = newest ?? { _id: '', bot_id: '' };
    const laneNode = { bot_exc_id, node_id: 'ask', lane: 'each.000000' };
    await expect(executions.getNodeResult(laneNode)).rejects.toThrow();
    const filters = [
      { bot_name: 'no such bot' },
      { bot_id, state: 'FAILED' as const },
      { bot_caller: email, state: 'SUCCEEDED' as const },
      { bot_caller: email },
      { state: 'SUCCEEDED' as const },
    ];
    for (const filter of filters) {
      expect(await executions.listExecutions(filter)).toHaveProperty('items');
    }
    const [from, to] = [isoTime(Date.now() - 3600_000), isoTime(Date.now() + 60_000)];
    const { items, open } = await executions.getRunStatistics({ from, to });
    expect(items.length).toBeGreaterThan(0);
    expect(open.find(({ state }) => state === 'WAITING_FOR_APPROVAL')?.count).toBeGreaterThan(0);
  });

  it('has a sweep that starts forgotten runs and fails overdue ones', async () => {
    const { run } = await product.asked(listener, finding('fnd-7'));
    await product.rewrite(executionTable, run._id, 'deadline_at', past);
    const eventId = await product.forgottenEvent(listener);
    const startedLate = await product.forgottenRun(run.bot_id);
    await product.connect('gone');
    await product.invoke('events/sweep', {});
    await product.deliver();
    expect(await product.stateOf(run._id)).toBe('FAILED');
    expect(await product.stateOf(startedLate)).toBe('WAITING_FOR_APPROVAL');
    expect((await product.runOf(listener, eventId)).state).toBe('WAITING_FOR_APPROVAL');
  });
});

for (const { scenario } of sortScenarios(everyIn<Scenarios>('test/stack/deployed'))) {
  scenario(
    () => product,
    async () => (await product.asked(listener, finding(randomUUID()))).run,
  );
}

describe('a listener', () => {
  it('can be deleted', async () => {
    const { _id: listener_id } = listener;
    await product.api.listeners.deleteListener({ listener_id });
  });
});

describe('the roles of the functions', () => {
  /** What AWS itself does for a function: its log, its traces, its queues, its network. */
  const ofTheRuntime = /^(logs|xray|sqs|ec2):/;

  /** Never called: it makes S3 report a missing file as missing instead of forbidden. */
  const tellsMissing = ({ Action, Resource }: Statement): boolean =>
    Action === 's3:ListBucket' && /storagefiles\w+$/.test(String(Resource));

  /** A month's usage stores the sums of its past days, of which its first two days have none. */
  const waitsForPastDays = ({ Action, Resource }: Statement, name: FunctionName): boolean =>
    name === 'api/subscriptions' &&
    new Date().getUTCDate() <= 2 &&
    Action === 'dynamodb:PutItem' &&
    /tablesrunstatistics\w+$/.test(String(Resource));

  const granted = (name: FunctionName): Statement[] =>
    product
      .statements(name)
      .flatMap((statement) =>
        listOf(statement.Action).flatMap((Action) =>
          listOf(statement.Resource).map((Resource) => ({ ...statement, Action, Resource })),
        ),
      )
      .filter((one) => !ofTheRuntime.test(one.Action) && !tellsMissing(one))
      .filter((one) => !waitsForPastDays(one, name));

  it('permit every call of the scenarios above', () => {
    expect(product.denied).toEqual([]);
  });

  it.each(deployedFunctions)('permit %s only calls that it made', (name) => {
    const functionUses = product.uses.filter(({ caller }) => caller === name);
    const idle = granted(name).filter((one) => !functionUses.some((use) => permits(one, use)));
    const idlePermissions = idle.map(({ Action, Resource }) => {
      const resource = String(Resource).split(':').slice(5).join(':');
      return `${String(Action)} ${resource}`;
    });
    expect(idlePermissions).toEqual([]);
  });

  it('refuse calls that they do not permit', async () => {
    const client = new DynamoDBClient(product.clientFor('api/users'));
    const scan = new ScanCommand({ TableName: product.db.nameOf(executionTable) });
    await expect(client.send(scan)).rejects.toThrow('api/users may not dynamodb:Scan');
    client.destroy();
  });
});
