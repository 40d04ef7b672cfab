import { randomBytes } from 'node:crypto';
import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { sha256, timedId } from '#lib/kernel/ids.ts';
import type { ReadKey } from '#lib/kernel/read-key.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Identity } from '#lib/ports/identity.ts';
import { generateKey } from '../api-keys/api-key.rules.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import type { botRoutes } from '../bots/bot.routes.ts';
import { listenerEventStore } from '../listeners/listener-event.store.ts';
import type { listenerRoutes } from '../listeners/listener.routes.ts';
import { authConfigs } from '../listeners/listener.schema.ts';
import { listenerStore } from '../listeners/listener.store.ts';
import { eventRetentionSeconds, pathsIn } from '../listeners/webhook.service.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { createOrganisation } from './organisation.service.ts';
import { sampleBot } from './sample-bot.ts';
import { sampleFinding } from './sample-finding.ts';

export type FirstStartDeps = {
  db: Database;
  clock: Clock;
  identity: Identity;
  hashKey: ReadKey;
  listeners: Service<typeof listenerRoutes>;
  bots: Service<typeof botRoutes>;
};

/** What the first start creates and shows once; the secrets cannot be read again. */
export type FirstStart = {
  tenant_id: string;
  email: string;
  password: string;
  api_key: string;
  sample: { webhook_url: string; secret: string; listener_id: string; bot_id: string };
};

/** A prefix with one of each required character kind, and 22 random base64url characters. */
const newPassword = (): string => `Cw1-${randomBytes(16).toString('base64url')}`;

/**
 * Stores an event that no sender sent and that starts nothing, so that the first trial of a bot has
 * data.
 */
const storeSampleEvent = async (
  { db, clock }: FirstStartDeps,
  tenant_id: string,
  listener_id: string,
): Promise<void> => {
  const now = clock();
  const at = isoTime(now);
  const _id = timedId('evt', now);
  const finding = sampleFinding('fnd-sample', at);
  const body = JSON.stringify(finding);
  const events = listenerEventStore(db, tenant_id, listener_id);
  const expires_at = Math.floor(now / 1000) + eventRetentionSeconds;
  const fields = { body, body_sha256: sha256(body), bot_exc_ids: [], expires_at };
  await events.create({ _id, received_at: at, ...fields });
  await events.markSent(_id, []);
  const learned = { learned_fields: Object.keys(finding), learned_paths: pathsIn(finding) };
  const change = { ...learned, last_called_at: at };
  await listenerStore(db, tenant_id).change(listener_id, change);
};

const createSample = async (deps: FirstStartDeps, root: Caller) => {
  const listener = await deps.listeners.createListener(root, {
    name: 'Sample findings',
    description: 'Security findings, signed with HMAC-SHA256. Made at the first start.',
    webhook_source_integration_type: 'generic',
    auth_configs: authConfigs.parse({
      auth_type: 'signature',
      headers: {},
    }),
    payload_validation_fields: ['id', 'severity', 'title', 'resources'],
    delivery_id_field: undefined,
  });
  await storeSampleEvent(deps, root.tenant_id, listener._id);
  const bot = await deps.bots.createBot(root, sampleBot(listener._id));
  await deps.bots.publishBot(root, { bot_id: bot._id, version: 1 });
  const sample = { listener_id: listener._id, bot_id: bot._id };
  await organisationStore(deps.db, root.tenant_id).setSample(sample);
  return { ...sample, webhook_url: listener.webhook_url, secret: listener.secret };
};

/** Creates the first organisation, its ROOT user with an API key, and the sample. */
export const createFirstOrganisation = async (
  deps: FirstStartDeps,
  tenant_id: string,
  email: string,
): Promise<FirstStart> => {
  const now = isoTime(deps.clock());
  const root: Caller = {
    tenant_id,
    user_id: email,
    name: 'Root user',
    userType: 'ROOT',
    readOnly: false,
    roles: [],
  };
  const { name } = root;
  const password = newPassword();
  await createOrganisation(deps, {
    tenant_id,
    name: 'My organisation',
    root: { email, name },
    subscription_type: 'enterprise',
  });
  const key = generateKey(await deps.hashKey(), tenant_id);
  const { _id, secret_hash } = key;
  await apiKeyStore(deps.db, tenant_id).create({
    _id,
    secret_hash,
    name: 'First start',
    user_id: email,
    created_at: now,
  });
  const sample = await createSample(deps, root);
  await deps.identity.createUser({ email, name, tenantId: tenant_id, password, permanent: true });
  return { tenant_id, email, password, api_key: key.text, sample };
};
