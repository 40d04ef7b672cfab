import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readAction } from '#lib/action-text.ts';
import { auditActionsWith } from '#lib/audit-actions.ts';
import { identityEventKinds } from '#lib/domain/account/identity-event.rules.ts';
import { findOwnAction } from '#lib/domain/actions/find-action.service.ts';
import { integrationAgents } from '#lib/domain/agents/integration-agents.service.ts';
import { createListenerOpener } from '#lib/domain/listeners/opened-listeners.ts';
import { tokenBuckets } from '#lib/domain/listeners/rate-limit.ts';
import { refusedCallRecorder } from '#lib/domain/listeners/refused-call.service.ts';
import { receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { addressTaken } from '#lib/domain/users/account.rules.ts';
import type { AwsSetupDeps } from '#lib/domain/integrations/aws/setup.service.ts';
import { readBot } from '#lib/domain/bots/bot-text.rules.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { graphCallsWith } from '#lib/engine/graph-calls.ts';
import { check } from '#lib/engine/check.ts';
import { evaluateKey, keyProblem } from '#lib/engine/concurrency-key.ts';
import { matches } from '#lib/engine/pattern.ts';
import { recordedUsage } from '#lib/engine/recorded-usage.ts';
import { cachedCheck } from '#lib/engine/cached-check.ts';
import { runProgressOf } from '#lib/engine/run-progress.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import { createLog } from '#lib/kernel/log.ts';
import { notFound, Refusal } from '#lib/kernel/refusal.ts';
import { forgetIntegration } from '#lib/forget-integration.ts';
import { openFiles } from '#lib/local/files.ts';
import { openRealtime } from '#lib/local/realtime.ts';
import { openSecrets } from '#lib/local/secrets.ts';
import { permissions } from '#lib/permissions.ts';
import type { Bus, Fact } from '#lib/ports/bus.ts';
import type { Identity, NewIdentity } from '#lib/ports/identity.ts';
import type { Mail } from '#lib/ports/mail.ts';
import type { Models } from '#lib/ports/model.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';
import { openServices } from '#lib/services.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { localScheduler } from '#test/support/local-scheduler.ts';
import { emptyInventory } from '#test/support/empty-inventory.ts';
import { noModels } from '#test/support/no-models.ts';
import { everyChannel, newTenant, person } from '#test/support/people.ts';
import { echoActionTest, echoNodeTest, openRunner } from './executions/runs.ts';

export const noon = Date.UTC(2026, 8, 1, 12);
export const webhookUrl = 'https://hooks.example';

const siteUrl = 'https://console.example';

/** An in-memory identity provider; the port's contract covers what real ones do. */
const memoryIdentity = (accounts: Map<string, NewIdentity>): Identity => ({
  createUser: async (account) => {
    if (accounts.has(account.email)) throw addressTaken();
    accounts.set(account.email, account);
    return { sub: account.email };
  },
  findUser: async (email) => {
    const { tenantId } = accounts.get(email) ?? {};
    return tenantId === undefined ? undefined : { sub: email, tenantId };
  },
  resetPassword: async (email, password) => {
    const account = accounts.get(email);
    if (!account) throw notFound('account');
    accounts.set(email, { ...account, password, permanent: false });
  },
  forgetSecondFactor: async (email) => {
    if (!accounts.has(email)) throw notFound('account');
  },
  endSession: async () => undefined,
  endSessions: async () => undefined,
  deleteUser: async (email) => void accounts.delete(email),
});

/** A stand-in for the program of agents, which only the build makes. */
export const agentRelease = { program: '// the program', sha256: sha256('// the program') };

/** Every role trusts us; tests of setups bring their own STS. */
const trustingAws: AwsSetupDeps['aws'] = {
  rolePrefix: 'cloudwarden-integration-',
  whoAssumes: async () => ({ kind: 'answered', value: 'arn:aws:iam::999988887777:user/us' }),
  proveRole: async ({ role_arn }) => ({ kind: 'proven', arn: role_arn }),
};

/** The services of one organisation on the embedded adapters, with a clock that the test moves. */
export const openScene = (
  { db, folder }: TestDatabase,
  tenant_id = newTenant(),
  aws = trustingAws,
  support: { email?: string } = { email: 'support@example.com' },
) => {
  const time = { now: noon };
  const clock = () => time.now;
  const facts: Fact[] = [];
  /** Replaces the models of integrations; tests that need one set it. */
  const model: { turn: Models['turn'] } = { ...noModels };
  const bus: Bus = { publish: async (published) => void facts.push(...published) };
  const files = openFiles(folder);
  const scheduler: Scheduler = localScheduler(new DatabaseSync(':memory:'), noon).scheduler;
  const secrets = openSecrets({ path: join(folder, 'key'), create: true });
  const realtime = openRealtime({ clock });
  const frames: string[] = [];
  const root = person(tenant_id);
  const socket = { send: (text: string) => frames.push(text), close: () => undefined };
  realtime.attach(socket, { ...root, channels: everyChannel });
  frames.splice(0);
  const accounts = new Map<string, NewIdentity>();
  const identity = memoryIdentity(accounts);
  const mails: Parameters<Mail['send']>[0][] = [];
  const mail: Mail = { send: async (message) => void mails.push(message) };
  const log = createLog({ write: (line) => logged.push(line), clock });
  const logged: string[] = [];
  const site = { url: siteUrl };
  const allPermissions = async () => permissions;
  const userDeps = { db, clock, log, identity, mail, site, permissions: allPermissions };
  const openListener = createListenerOpener({ db, secrets, clock });
  const mayAccept = tokenBuckets(limits.listenerRate, limits.listenerBurst);
  const noteRefused = refusedCallRecorder(db);
  const webhooks = { db, files, bus, realtime, clock, openListener, mayAccept, noteRefused };
  const checked: Graph[] = [];
  const checkOnce = cachedCheck(({ graph, own }) => {
    checked.push(graph);
    return check(graph, own);
  }, findOwnAction(db));
  const engine = { evaluateKey, keyProblem, recordedUsage, standing: runProgressOf };
  const testers = { testNode: echoNodeTest, testAction: echoActionTest };
  const graphCalls = graphCallsWith(findOwnAction(db));
  const rules = { ...engine, ...testers, check: checkOnce, graphCalls, readBot, readAction };
  const services = openServices({
    ...userDeps,
    ...rules,
    loadMatches: () => matches,
    runner: openRunner(),
    scanner: openRunner(),
    bus,
    files,
    realtime,
    queries: emptyInventory,
    models: { turn: (request) => model.turn(request) },
    awsFindings: async () => ({ problem: 'No AWS here.' }),
    scheduler,
    offers: {},
    forget: forgetIntegration({ db, clock, files, scheduler }),
    secrets,
    auditActions: async () => auditActionsWith(identityEventKinds),
    hashKey: () => 'the text that keys hashes',
    support,
    aws,
    agentRelease: () => agentRelease,
    agentsOf: integrationAgents({ db, clock }),
    webhookUrl,
  });
  return {
    ...services,
    services,
    apiKeys: services['api-keys'],
    tickets: services.ws,
    userInputs: services['user-inputs'],
    db,
    tenant_id,
    root,
    time,
    clock,
    model,
    /** The graphs checked, once for each check. */
    checked,
    facts,
    frames,
    bus,
    files,
    secrets,
    realtime,
    evaluateKey,
    standing: runProgressOf,
    webhooks,
    scheduler,
    identity,
    accounts,
    mail,
    mails,
    permissions,
    log,
    logged,
    userDeps,
    receive: receiveWebhook(webhooks),
  };
};

export type Scene = ReturnType<typeof openScene>;

/** The refusal of a rejected call; undefined if the call succeeded. */
export const refusalFrom = async (call: Promise<unknown>): Promise<Refusal | undefined> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

/** The status of a call: 200 if it succeeded. */
export const statusOf = async (call: Promise<unknown>): Promise<number> =>
  (await refusalFrom(call))?.status ?? 200;
