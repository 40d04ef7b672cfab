import { auditStore } from '#lib/domain/audit/audit.store.ts';
import { newCredential } from '#lib/domain/credentials/credential.schema.ts';
import { listenerEventStore } from '#lib/domain/listeners/listener-event.store.ts';
import { newUser } from '#lib/domain/users/user.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { ask } from '../domain/approvals/asked.ts';
import { drawn } from '../domain/bots/drawn.ts';
import { commit, result, startRun } from '../domain/executions/runs.ts';
import { askInput } from '../domain/user-inputs/asked.ts';
import { openSender, signature } from '../domain/listeners/sender.ts';
import type { Scene } from '../domain/scene.ts';
import type { Values } from './gateway.ts';

/** Text in everything that an organisation of these tests has; another one never sees it. */
export const canary = 'Canary';

const listener = { description: canary, auth_configs: signature };
const bot = drawn(`${canary} bot`);

const user = {
  name: `${canary} user`,
  country_code: '+91',
  phone: '5550100',
  userType: 'SUBUSER',
  readOnly: false,
} as const;

const role = {
  name: `${canary}-role`,
  description: canary,
  policies: { ALLOW: { bot: { 'read_*': true as const } }, DENY: {} },
};

const credential = { name: `${canary} key`, hosts: ['api.example.com'] };

/** Inputs of routes that need more than the ids of what they are about; the others need no entry. */
export const examples: Record<string, Values> = {
  createApiKey: { name: 'New one', expires_on: null },
  resolveApproval: { status: 'resolved', message: 'Yes', all: true },
  previewSchedule: { cron_expression: '5 * * * *' },
  compareBotVersions: { from: '1', to: '1' },
  restoreBotVersion: { version: 1, base_version: 1 },
  importBot: {
    text: '{"format":"cloudwarden.bot/1","name":"New one","graph":{"nodes":[],"edges":[]}}',
  },
  createBot: { ...drawn('New one') },
  updateBot: { ...bot, base_version: 1 },
  joinBotEditors: { window_id: '0'.repeat(32), unsaved: true, base_version: 1 },
  publishBot: { version: 1 },
  setBotStatus: { status: 'disabled' },
  setServicePortal: { service_portal_published: true },
  createCredential: { ...credential, name: 'New one', kind: 'bearer', secret: canary },
  updateCredential: { ...credential, secret: canary },
  getRunStatistics: { from: '2026-09-01T00:00:00Z', to: '2026-09-02T00:00:00Z' },
  startExecution: { version: 1 },
  previewRole: { policies: role.policies },
  createRole: { ...role, name: 'New-one' },
  updateRole: { ...role, base_revision: 1 },
  submitUserInput: { values: { reason: 'Yes' } },
  createListener: { ...listener, name: 'New one' },
  updateListener: listener,
  updateCurrentUser: { name: 'Ada', settings: { theme: 'dark' } },
  createUser: { ...user, email: 'new@example.com', password: 'Right-horse1' },
  updateUser: { ...user, readOnly: true },
  assignRoles: { roles: ['role_approver'] },
  markNotificationRead: { ids: ['approval:apr_1'] },
  markAllRead: { until: '2026-09-01T12:00:00Z' },
};

const tellOne = async ({ db, tenant_id, time }: Scene): Promise<string> => {
  const _id = timedId('aud', time.now);
  await auditStore(db, tenant_id).create({
    _id,
    user_id: canary,
    action_type: 'delete_bot',
    created_at: isoTime(time.now),
    method: 'DELETE',
    url: `/api/bots/${canary}`,
    object_type: 'bot',
    outcome: 'done',
    status: 200,
  });
  return _id;
};

/** Something of each kind that routes name by id; answers the ids by the names of the variables. */
export const furnish = async (scene: Scene) => {
  const { listener_id, send, signed } = await openSender(scene, { name: canary, ...listener });
  const { event_id } = (await send(signed(`{"title":"${canary}"}`))).body;
  const parked = { at: isoTime(scene.time.now), cause: canary, tries: 5 };
  await listenerEventStore(scene.db, scene.tenant_id, listener_id).park(event_id, parked);
  const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
  const bot_exc_id = await startRun(scene, { bot_id, bot_name: canary });
  await commit(scene, bot_exc_id, { results: { start: result('SUCCEEDED', { output: canary }) } });
  await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
  const offered = { bot_id, service_portal_published: true };
  await scene.bots.setServicePortal(scene.root, offered);
  const failed_exc_id = await startRun(scene, { bot_id, bot_name: canary });
  await commit(scene, failed_exc_id, { state: 'FAILED', finished_at: isoTime(scene.time.now) });
  const resources = [{ id: 'a', name: canary }];
  const approval_id = await ask(scene, { bot_name: canary, resources, resource_count: 1 });
  const user_input_id = await askInput(scene, { bot_name: canary, message: canary });
  const kept = newCredential.parse({ ...credential, kind: 'bearer', secret: canary });
  const { _id: credential_id } = await scene.credentials.createCredential(scene.root, kept);
  const { _id: user_id } = await scene.users.createUser(
    scene.root,
    newUser.parse({ ...user, email: 'ada@example.com', password: 'Right-horse1' }),
  );
  const audit_id = await tellOne(scene);
  const { _id: role_id } = await scene.roles.createRole(scene.root, role);
  const key = { name: `${canary} API key`, expires_on: null };
  const { _id: api_key_id } = await scene.apiKeys.createApiKey(scene.root, key);
  return {
    api_key_id,
    audit_id,
    role_id,
    credential_id,
    listener_id,
    event_id,
    bot_id,
    app_id: bot_id,
    bot_exc_id,
    failed_exc_id,
    approval_id,
    user_input_id,
    user_id,
    node_id: 'start',
  };
};

export type Ids = Awaited<ReturnType<typeof furnish>>;

/** Which of these ids a route takes in place of the one that its variable names. */
export const otherIds: Record<string, Record<string, keyof Ids>> = {
  setDefaultRole: { default_role_id: 'role_id' },
  resumeExecution: { bot_exc_id: 'failed_exc_id' },
  replayExecution: { bot_exc_id: 'failed_exc_id' },
};
