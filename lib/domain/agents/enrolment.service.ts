import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { generateKey } from '../api-keys/api-key.rules.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import type { agentRoutes } from './agent.routes.ts';
import type { Agent } from './agent.schema.ts';
import { type AgentDeps, requireAgent } from './find-agent.service.ts';
import { agentStore } from './agent.store.ts';
import { processStore } from './process.store.ts';
import { isSoundKey } from './public-key.rules.ts';
import { serverKey } from './server-key.rules.ts';

/** How long an enrolment key is valid (ms). */
const keyLife = 3600_000;

/** The owner of the keys of an agent is the agent, so they are not listed among any user's keys. */
const ownerOf = (agentId: string): string => `agents/${agentId}`;

/** Deletes the unused enrolment keys of an agent. */
export const deleteEnrolmentKeys = async (
  { db }: Pick<AgentDeps, 'db'>,
  tenantId: string,
  agentId: string,
): Promise<void> => {
  const keys = apiKeyStore(db, tenantId);
  for await (const { _id } of keys.ownedBy(ownerOf(agentId))) await keys.delete(_id);
};

const spentKeyText =
  'The agent cannot enrol with this key: it was already used, replaced by a newer key, or ' +
  'created for another agent. Create another key on the page of the agent.';

const weakKey = () =>
  badRequest('This is not an Ed25519 key, or a weak one. Create a new key pair.', {
    field: 'public_key',
  });

/** Whether a program that has enrolled repeats the call because it did not receive the answer. */
const isRepeatedEnrolment = (found: Agent, keyId: string, publicKey: string): boolean =>
  found.enrolled_with === keyId && found.public_key === publicKey;

type EnrolmentCalls = 'createAgentKey' | 'enrolAgent';

/** Enrolment of agents: a key that is valid once within an hour registers the agent's key pair. */
export const enrolmentService = (
  deps: AgentDeps,
): Pick<Service<typeof agentRoutes>, EnrolmentCalls> => ({
  /** Earlier enrolment keys become invalid. An agent that is already running keeps its key pair. */
  async createAgentKey(caller, { agent_id }) {
    const { db, clock, hashKey } = deps;
    const { tenant_id, user_id } = caller;
    const { name, integration_id } = await requireAgent(deps, caller, agent_id);
    const now = clock();
    const { text, _id, secret_hash } = generateKey(await hashKey(), tenant_id);
    const expires_at = Math.floor((now + keyLife) / 1000);
    const expires_on = isoTime(expires_at * 1000);
    const keyFields = { name: `Agent ${name}`, user_id, secret_hash, created_at: isoTime(now) };
    const keys = apiKeyStore(db, tenant_id);
    await deleteEnrolmentKeys(deps, tenant_id, agent_id);
    await keys.createFor(ownerOf(agent_id), {
      ...keyFields,
      _id,
      expires_at,
      entity_type: 'agent',
    });
    const enrolment = { key_id: _id, expires_at: expires_on };
    if (!(await agentStore(db, tenant_id).change(agent_id, { enrolment }))) {
      throw notFound('agent');
    }
    return {
      api_key_id: _id,
      api_key_secret: text,
      name: keyFields.name,
      entity_type: 'agent',
      metadata: { integration_id, agent_id },
      agent_id,
      expires_on,
    };
  },

  /** One conditional write of the agent decides which call uses the key. */
  async enrolAgent(caller: Caller, { agent_id, public_key, facts }) {
    const { db, clock, hashKey, webhookUrl } = deps;
    const { tenant_id, key_id = '' } = caller;
    if (!isSoundKey(public_key)) throw weakKey();
    const found = await requireAgent(deps, caller, agent_id);
    const at = isoTime(clock());
    const agentFields = { ...facts, public_key, enrolled_at: at, updated_at: at };
    const fields = { ...agentFields, running: undefined };
    if (!(await processStore(db, tenant_id).enrol(agent_id, key_id, fields))) {
      const current = await requireAgent(deps, caller, agent_id);
      if (!isRepeatedEnrolment(current, key_id, public_key)) throw conflict(spentKeyText);
    }
    return {
      agent_id,
      tenant_id,
      integration_type: found.integration_type,
      server_key: serverKey(await hashKey(), tenant_id, agent_id).publicKey,
      calls_url: webhookUrl,
    };
  },
});
