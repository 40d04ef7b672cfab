import { generateKeyPairSync } from 'node:crypto';
import type { Caller } from '#lib/kernel/caller.ts';
import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { agentRelease, openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';

const world = openTestDatabase();

const newPublicKey = (): string =>
  String(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x);
const publicKey = newPublicKey();
const facts = {
  version: '1.0.0',
  os: 'Linux 6.8',
  architecture: 'x64',
  kubernetes_version: 'v1.34',
};

const connect = async (scene: Scene, cspName: 'kubernetes' | 'linux', alias: string) => {
  const form = newIntegration.parse({ cspName, alias, groups: ['Platform'] });
  return (await scene.integrations.createIntegration(scene.root, form)).accountId;
};

const addAgent = async (scene: Scene, name = 'main') => {
  const integration_id = await connect(scene, 'kubernetes', `Cluster ${name}`);
  const request = { name, integration_id, integration_type: 'kubernetes' as const };
  return scene.agents.createAgent(scene.root, request);
};

/** The caller that results from an agent's key. */
const byKey = ({ root }: Scene, key_id: string): Caller => ({
  ...root,
  key_id,
  entity_type: 'agent',
});

describe('adding an agent', () => {
  it('starts its registration and links the agent to its integration', async () => {
    const scene = openScene(world);
    const agent = await addAgent(scene);
    expect(agent).toMatchObject({
      name: 'main',
      integration_type: 'kubernetes',
      status: 'REGISTRATION_IN_PROGRESS',
      resource_status: 'UNHEALTHY',
      agent_status: 'offline',
      latest: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    const { integration_id } = agent;
    const request = { integration_id, number_of_items: 10 };
    const listed = await scene.agents.listAgents(scene.root, request);
    expect(listed.items).toEqual([agent]);
    const view = await scene.integrations.getIntegration(scene.root, { accountId: integration_id });
    expect(view).toMatchObject({
      connection_type: 'AGENT',
      agent_ids: [agent.agent_id],
      agent_status: 'offline',
    });
  });

  it('is refused for an unknown integration or one of another type', async () => {
    const scene = openScene(world);
    const integration_id = await connect(scene, 'linux', 'Hosts');
    const request = { name: 'main', integration_type: 'kubernetes' as const };
    const refusal = await refusalFrom(
      scene.agents.createAgent(scene.root, { ...request, integration_id }),
    );
    expect(refusal?.body()).toMatchObject({ field: 'integration_type' });
    const nowhere = scene.agents.createAgent(scene.root, {
      ...request,
      integration_id: 'int_none',
    });
    expect(await statusOf(nowhere)).toBe(404);
  });

  it('requires a unique name', async () => {
    const scene = openScene(world);
    const { integration_id } = await addAgent(scene);
    const secondAgent = scene.agents.createAgent(scene.root, {
      name: 'MAIN',
      integration_id,
      integration_type: 'kubernetes',
    });
    expect((await refusalFrom(secondAgent))?.body()).toEqual({
      error: 'An agent with this name already exists.',
      field: 'name',
    });
  });

  it('makes the integration findable by agent name; both are deleted together', async () => {
    const scene = openScene(world);
    const { integration_id, agent_id } = await addAgent(scene, 'edge-7');
    await connect(scene, 'linux', 'Others');
    const tagged = await scene.integrations.listIntegrations(scene.root, {
      number_of_items: 10,
      agentTag: 'EDGE',
    });
    expect(tagged.items.map(({ accountId }) => accountId)).toEqual([integration_id]);
    const { api_key_id } = await scene.agents.createAgentKey(scene.root, { agent_id });
    await scene.integrations.deleteIntegration(scene.root, { accountId: integration_id });
    expect(await statusOf(scene.agents.getAgent(scene.root, { agent_id }))).toBe(404);
    expect(await apiKeyStore(scene.db, scene.tenant_id).get(api_key_id)).toBeUndefined();
  });
});

describe('the key with which an agent enrols', () => {
  it('is valid for one hour and is not in the list of personal API keys', async () => {
    const scene = openScene(world);
    const { agent_id, integration_id } = await addAgent(scene);
    const key = await scene.agents.createAgentKey(scene.root, { agent_id });
    expect(key).toMatchObject({
      entity_type: 'agent',
      metadata: { integration_id, agent_id },
      expires_on: new Date(scene.time.now + 3600_000).toISOString(),
      api_key_secret: expect.stringMatching(/^cw_/),
    });
    const ownKeys = await scene.apiKeys.listApiKeys(scene.root, { number_of_items: 10 });
    expect(ownKeys.items).toEqual([]);
    expect(await scene.agents.getAgentStatus(scene.root, { agent_id })).toMatchObject({
      enrolment: 'open',
      enrolment_expires_at: key.expires_on,
    });
    scene.time.now += 3600_001;
    const agent = await scene.agents.getAgent(scene.root, { agent_id });
    expect(agent.enrolment).toBe('expired');
    expect(agent).not.toHaveProperty('enrolment_expires_at');
  });

  it('is accepted once; repeated calls of the same process succeed', async () => {
    const scene = openScene(world);
    const { agent_id } = await addAgent(scene);
    const { api_key_id } = await scene.agents.createAgentKey(scene.root, { agent_id });
    const caller = byKey(scene, api_key_id);
    const enrol = (public_key: string) =>
      scene.agents.enrolAgent(caller, { agent_id, public_key, facts });
    const otherKeys = Array.from({ length: 4 }, newPublicKey);
    const answers = await Promise.all(otherKeys.map((one) => statusOf(enrol(one))));
    expect(answers.sort()).toEqual([200, 409, 409, 409]);
    expect(await scene.agents.getAgent(scene.root, { agent_id })).toMatchObject({
      version: '1.0.0',
      kubernetes_version: 'v1.34',
      enrolment: 'none',
    });
    const repeated = await Promise.all(otherKeys.map((one) => statusOf(enrol(one))));
    expect(repeated.sort()).toEqual([200, 409, 409, 409]);
  });

  it('is accepted for its own agent only, until the next key is created', async () => {
    const scene = openScene(world);
    const [one, other] = [await addAgent(scene, 'one'), await addAgent(scene, 'other')];
    const ofOne = await scene.agents.createAgentKey(scene.root, { agent_id: one.agent_id });
    await scene.agents.createAgentKey(scene.root, { agent_id: other.agent_id });
    const enrol = (agent_id: string) =>
      scene.agents.enrolAgent(byKey(scene, ofOne.api_key_id), {
        agent_id,
        public_key: publicKey,
        facts,
      });
    expect(await statusOf(enrol(other.agent_id))).toBe(409);
    await scene.agents.createAgentKey(scene.root, { agent_id: one.agent_id });
    expect(await statusOf(enrol(one.agent_id))).toBe(409);
    expect(await apiKeyStore(scene.db, scene.tenant_id).get(ofOne.api_key_id)).toBeUndefined();
  });

  it('returns a server key for each agent, which stays the same', async () => {
    const scene = openScene(world);
    const enrolled: string[] = [];
    for (const name of ['one', 'other']) {
      const { agent_id } = await addAgent(scene, name);
      const { api_key_id } = await scene.agents.createAgentKey(scene.root, { agent_id });
      const request = { agent_id, public_key: publicKey, facts };
      const first = await scene.agents.enrolAgent(byKey(scene, api_key_id), request);
      const secondAnswer = await scene.agents.enrolAgent(byKey(scene, api_key_id), request);
      expect(secondAnswer).toEqual(first);
      enrolled.push(first.server_key);
    }
    expect(new Set(enrolled).size).toBe(2);
    expect(enrolled.every((key) => /^[A-Za-z0-9_-]{43}$/.test(key))).toBe(true);
  });
});

describe('the installation of an agent', () => {
  it('contains the agent id, program, checksum and a key placeholder, but no key', async () => {
    const scene = openScene(world);
    const { agent_id } = await addAgent(scene);
    const { api_key_secret } = await scene.agents.createAgentKey(scene.root, { agent_id });
    const file = await scene.agents.getAgentInstall(scene.root, {
      agent_id,
      allow_changes: 'false',
    });
    expect(file).toMatchObject({ file_name: 'cloudwarden-agent.yaml' });
    expect(file.content).toContain(agent_id);
    expect(file.content).toContain(agentRelease.program);
    expect(file.content).toContain(agentRelease.sha256);
    expect(file.sha256).toBe(agentRelease.sha256);
    expect(file.content).toContain(file.key_placeholder);
    expect(JSON.stringify(file)).not.toContain(api_key_secret);
  });

  it.each(['kubernetes', 'linux'] as const)('is updated on %s by its checksum', async (type) => {
    const scene = openScene(world);
    const release = await scene.agents.getAgentRelease(scene.root, { integration_type: type });
    expect(release.program_url).toBe('https://console.example/agent/cloudwarden-agent.mjs');
    expect(release.update_command).toContain(`${release.sha256}  $FILE`);
    expect(release.update_command).toContain('sha256sum -c -');
  });
});
