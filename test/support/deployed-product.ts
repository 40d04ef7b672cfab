import type { CustomResourceEvent } from '#lib/aws/custom-resource.ts';
import { generateKey } from '#lib/domain/api-keys/api-key.rules.ts';
import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import { newExecution } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { listenerEventStore } from '#lib/domain/listeners/listener-event.store.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { subscriptionTable } from '#lib/domain/subscriptions/subscription.table.ts';
import { connectionTable } from '#lib/domain/ws/ticket.table.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { type Setting, updateItem } from '#lib/kernel/database.ts';
import { sha256, timedId } from '#lib/kernel/ids.ts';
import { type Deployment, openDeployment } from './deployment.ts';
import { finding, signBody } from './findings.ts';
import { callerAddress, openGateway } from './gateway.ts';
import { type LoopbackRequest, openLoopback } from './loopback.ts';
import { everyChannel } from './people.ts';

const stackId = 'arn:aws:cloudformation:us-east-1:111122223333:stack/Cloudwarden/a-stack';

/** The organisation that a stack with this id gets, and its first user. */
export const tenantId = `org_${sha256(stackId).slice(0, 32)}`;
export const email = 'root@acme.example';

export type Listener = { _id: string; webhook_url: string; secret: string };

/** CloudFormation as custom resources see it. */
const openCloudFormation = async ({ find, resolve }: Deployment) => {
  const answers: LoopbackRequest[] = [];
  const loopback = await openLoopback((request) => {
    answers.push(request);
    return {};
  });
  /** The event that is sent for a resource of the template. */
  const eventFor = (type: string, RequestType: 'Create' | 'Delete'): CustomResourceEvent => {
    const event = {
      RequestType,
      StackId: stackId,
      RequestId: 'request-1',
      LogicalResourceId: 'Resource',
      ResponseURL: `${loopback.endpoint}/answer`,
      ResourceProperties: resolve(find(type, '')[1].Properties),
    };
    return event as CustomResourceEvent;
  };
  /** The last custom resource's response, and its content type. */
  const lastAnswer = (): Record<string, string | undefined> => {
    const { headers = {}, body = '' } = answers.at(-1) ?? {};
    return { ...JSON.parse(String(body)), contentType: headers['content-type'] };
  };
  return { eventFor, lastAnswer, close: loopback.close };
};

/** Delivers facts from the bus through the matching rules and the queue to their function. */
const factDelivery = (deployment: Deployment) => async (): Promise<void> => {
  const patterns = deployment
    .ofType('AWS::Events::Rule')
    .map(([, { Properties }]) => Object(Properties.EventPattern));
  const entries = deployment.eventBridge.calls.splice(0).flat();
  const isTaken = ({ Source, DetailType }: (typeof entries)[number]) =>
    patterns.some(
      (pattern) => pattern.source.includes(Source) && pattern['detail-type'].includes(DetailType),
    );
  const Records = entries.map((entry, index) => {
    if (!isTaken(entry)) throw new Error(`No rule takes ${entry.DetailType}.`);
    const { Source: source, DetailType, Detail } = entry;
    const event = { version: '0', source, 'detail-type': DetailType, detail: JSON.parse(Detail) };
    return { messageId: `message-${index}`, body: JSON.stringify(event) };
  });
  const answer = await deployment.invoke('events/fact-published', { Records });
  const { batchItemFailures } = Object(answer);
  if (batchItemFailures.length > 0) throw new Error(`${batchItemFailures.length} facts failed.`);
  await deployment.runner.idle();
};

const exists = { text: 'attribute_exists(#id)', names: { '#id': '_id' } };

/** Ends the current subscription and begins a plan with limits, so that starts are counted. */
const limitPlan = async ({ db }: Deployment): Promise<void> => {
  const subscriptions = subscriptionStore(db, tenantId);
  const start_date = '2026-01-01T00:00:00.000Z';
  for (const { _id } of await subscriptions.list()) {
    const ended: Setting = [['end_date'], start_date];
    await updateItem(db, subscriptionTable, { tenant_id: tenantId, _id }, [ended], exists);
  }
  const limited = { subscription_type: 'aws_marketplace_subscription' as const, start_date };
  await subscriptions.create({ _id: 'sub_limited', ...limited });
};

/** Stores an API key of a user, by default the first user; returns its text. */
const makeKey = async ({ db }: Deployment, user_id = email): Promise<string> => {
  const { text, ...key } = generateKey('the text that keys hashes', tenantId);
  const created_at = new Date().toISOString();
  const storedKey = { ...key, name: 'Test', user_id, created_at };
  await apiKeyStore(db, tenantId).create(storedKey);
  return text;
};

type Client = Awaited<ReturnType<typeof openGateway>>;
type Deliver = () => Promise<void>;

/** Calls that senders and people make, and a wait until nothing changes by itself any more. */
const userActions = ({ api, webhook }: Client, deliver: Deliver) => {
  const receive = (listener: Listener, event: object) => {
    const text = JSON.stringify(event);
    return webhook(listener.webhook_url, text, {
      'Content-Type': 'application/json',
      'X-Hub-Signature-256': signBody(listener.secret, text),
      'Idempotency-Key': sha256(text),
    });
  };

  const runOf = async (listener: Listener, event_id: string): Promise<ExecutionView> => {
    const { _id: listener_id } = listener;
    const { bot_exc_ids } = await api.listeners.getListenerEvent({ listener_id, event_id });
    return api.executions.getExecution({ bot_exc_id: bot_exc_ids[0] ?? '' });
  };

  return {
    receive,
    runOf,

    /** The run that an event started, and the approval that it waits for. */
    async asked(listener: Listener, event: object) {
      const { body } = await receive(listener, event);
      await deliver();
      const run = await runOf(listener, body.event_id);
      return { run, approval_id: run.waiting_for?.approval_id ?? '', event_id: body.event_id };
    },

    async approve(approval_id: string): Promise<ApprovalView> {
      const all = true as const;
      const decision = { approval_id, status: 'resolved' as const, all, message: 'Go on' };
      const approval = await api.approvals.resolveApproval(decision);
      await deliver();
      return approval;
    },

    async stateOf(bot_exc_id: string) {
      const { state } = await api.executions.getExecution({ bot_exc_id });
      return state;
    },
  };
};

const minutesAgo = 10;

/** Data that a crashed process may have left behind ten minutes ago. */
const leftovers = ({ db }: Deployment) => {
  const earlier = Date.now() - minutesAgo * 60_000;
  return {
    /** A run whose record was written, but whose state machine never started. */
    async forgottenRun(bot_id: string): Promise<string> {
      const bot = await botStore(db, tenantId).get(bot_id);
      if (!bot) throw new Error(`There is no bot ${bot_id}.`);
      const _id = timedId('exc', earlier);
      const trigger = { type: 'manual' as const, user_id: email };
      const start = { _id, trigger, version: 2, input: finding('by hand') };
      await executionStore(db, tenantId).create(newExecution(bot, start, earlier));
      return _id;
    },

    /** An event that was stored, but whose fact was never sent. */
    async forgottenEvent({ _id: listenerId }: Listener): Promise<string> {
      const _id = timedId('evt', earlier);
      await listenerEventStore(db, tenantId, listenerId).create({
        _id,
        received_at: new Date(earlier).toISOString(),
        body: JSON.stringify(finding('forgotten')),
        body_sha256: 'x',
        bot_exc_ids: [],
        expires_at: Math.floor(Date.now() / 1000) + 3600,
      });
      return _id;
    },
  };
};

/** The deployed product with an organisation, its first user, and everything that calls it. */
export const openProduct = async () => {
  const deployment = await openDeployment();
  const cloudFormation = await openCloudFormation(deployment);
  const deliver = factDelivery(deployment);
  const gateway = openGateway(deployment, await makeKey(deployment));
  return {
    ...deployment,
    ...gateway,
    ...userActions(gateway, deliver),
    ...leftovers(deployment),
    cloudFormation,
    deliver,
    limitPlan: () => limitPlan(deployment),

    /** The API as called by another user. */
    apiOf: async (user_id: string) =>
      openGateway(deployment, await makeKey(deployment, user_id)).api,

    /** The API as called with this key. */
    apiBy: (key: string) => openGateway(deployment, key).api,

    /** The address that its calls come from. */
    address: callerAddress,

    /** Makes a call with an invalid key. */
    guess: () => openGateway(deployment, `${tenantId}.guess`).api.users.getCurrentUser({}),

    /** An open connection, by default of the first user; only `listening` ones can be reached. */
    connect: async (connectionId: string, listening = false, user_id = email, by = {}) => {
      const authorizer = {
        tenant_id: tenantId,
        user_id,
        ...by,
        channels: everyChannel.join(' '),
      };
      if (listening) deployment.connections.openSockets.set(connectionId, []);
      const event = { requestContext: { connectionId, authorizer } };
      await deployment.invoke('events/socket-opened', event);
      if (listening) return;
      // A connection opened just now is kept even if it cannot be reached, so this one is older.
      const key = { tenant_id: tenantId, _id: connectionId };
      const anHourLeft: Setting = [['expires_at'], Math.floor(Date.now() / 1000) + 3600];
      await updateItem(deployment.db, connectionTable, key, [anHourLeft], exists);
    },

    /** Changes an item directly in the database, as if time had passed. */
    rewrite: (table: TableSpec, _id: string, name: string, value: unknown) => {
      const setting: Setting = [[name], value];
      return updateItem(deployment.db, table, { tenant_id: tenantId, _id }, [setting], exists);
    },

    close: async () => {
      await deployment.close();
      await cloudFormation.close();
    },
  };
};

export type Product = Awaited<ReturnType<typeof openProduct>>;
