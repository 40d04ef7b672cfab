import { generateKeyPairSync } from 'node:crypto';
import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { refusalFrom } from '../scene.ts';
import { openAgents, type Program } from './agent-scene.ts';

const world = openTestDatabase();
const facts = { version: '1.0.0', os: 'Linux', architecture: 'x64' };
const body = { facts, room: true };

type Agents = ReturnType<typeof openAgents>;

/** The records of the audit trail about rejected calls of agents. */
const refusedCallRecords = async ({ audit, root }: Agents) => {
  const { items } = await audit.listAuditTrails(root, { number_of_items: 50 });
  return items.filter(({ action_type }) => action_type === 'refuse_agent_call');
};

const statusOf = async (scene: Agents, request: Parameters<Agents['answer']>[0]) =>
  (await refusalFrom(scene.answer(request)))?.status ?? 200;

describe('a call of an agent', () => {
  it('marks the agent as online and its integration as active', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const { agent_id, integration_id } = agent;
    await scene.claim(agent);
    expect(await scene.agents.getAgentStatus(scene.root, { agent_id })).toMatchObject({
      status: 'REGISTRATION_COMPLETED',
      resource_status: 'HEALTHY',
      agent_status: 'online',
    });
    expect(await scene.agents.getAgent(scene.root, { agent_id })).toMatchObject({
      ip_address: '203.0.113.9',
      os: 'Linux',
    });
    const one = { accountId: integration_id };
    const found = await scene.integrations.getIntegration(scene.root, one);
    expect(found).toMatchObject({
      integrationState: 'ACTIVE',
      connected_as: 'main',
      agent_status: 'online',
    });
    scene.time.now += 120_000;
    expect(await scene.agents.getAgentStatus(scene.root, { agent_id })).toMatchObject({
      resource_status: 'UNHEALTHY',
      agent_status: 'offline',
    });
  });

  it('marks the integration as active again when the agent returns', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.claim(agent);
    const { integration_id } = agent;
    const listed = async () => {
      const { items } = await scene.integrations.listIntegrations(scene.root, {
        number_of_items: 10,
      });
      const [{ integrationState, agent_status } = {}] = items;
      return [integrationState, agent_status];
    };
    scene.time.now += 120_000;
    expect(await listed()).toEqual(['ACTIVE', 'offline']);
    // As its daily test stores it while no agent is online.
    const store = integrationStore(world.db, scene.root.tenant_id);
    const failed = { integrationState: 'ERROR', state_reason: 'No agent is online.' } as const;
    await store.prove(integration_id, failed);
    expect(await listed()).toEqual(['ERROR', 'offline']);
    await scene.claim(agent);
    expect(await listed()).toEqual(['ACTIVE', 'online']);
  });

  it('is accepted once; a repeated call is refused and recorded in the audit trail', async () => {
    const scene = openAgents(world);
    const request = scene.requestOf(await scene.enrol(), 'claims', body);
    expect(await statusOf(scene, request)).toBe(200);
    expect(await statusOf(scene, request)).toBe(401);
    expect(await refusedCallRecords(scene)).toMatchObject([
      { outcome: 'refused', reason: 'A call that had already been answered was sent again.' },
    ]);
  });

  it('is refused if any part of it was changed', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const otherAgent = await scene.enrol('other');
    const changes: object[] = [
      { body: JSON.stringify({ ...body, room: false }) },
      { call: 'goodbye' },
      { agent_id: otherAgent.agent_id },
      { time: String(scene.time.now + 1) },
      { nonce: '0'.repeat(32) },
      { instance: '0'.repeat(32) },
      { signature: '' },
      { signature: 'A'.repeat(86) },
      { tenant_id: `org_${'0'.repeat(32)}` },
      { tenant_id: 'org_1#x' },
      { agent_id: '__proto__' },
      { call: 'toString' },
    ];
    for (const change of changes) {
      const request = scene.requestOf(agent, 'claims', body, change);
      expect([change, await statusOf(scene, request)]).toEqual([change, 401]);
    }
    const { signature } = scene.requestOf(agent, 'claims', body);
    const padded = scene.requestOf(agent, 'claims', body, { signature: `${signature}=` });
    expect(await statusOf(scene, padded)).toBe(401);
    expect((await refusedCallRecords(scene)).length).toBeGreaterThan(0);
    expect(await statusOf(scene, scene.requestOf(agent, 'claims', body))).toBe(200);
  });

  it.each([-120_001, 120_001])('is refused if its time is off by %i ms', async (off) => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const request = scene.requestOf(agent, 'claims', body);
    scene.time.now += off;
    const refusal = await refusalFrom(scene.answer(request));
    expect(refusal?.message).toContain('The clock of this agent is wrong');
  });

  it('is refused from a deleted agent or an agent of another organisation', async () => {
    const [ours, theirs] = [openAgents(world), openAgents(world)];
    const agent = await theirs.enrol();
    const foreign = ours.requestOf(agent, 'claims', body);
    expect(await statusOf(ours, foreign)).toBe(401);
    await theirs.agents.deleteAgent(theirs.root, { agent_id: agent.agent_id });
    expect(await statusOf(theirs, theirs.requestOf(agent, 'claims', body))).toBe(401);
  });

  it('is refused with a replaced key', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const { agent_id } = agent;
    const { api_key_id } = await scene.agents.createAgentKey(scene.root, { agent_id });
    const { publicKey } = generateKeyPairSync('ed25519');
    const public_key = String(publicKey.export({ format: 'jwk' }).x);
    const caller = { ...scene.root, key_id: api_key_id, entity_type: 'agent' as const };
    await scene.agents.enrolAgent(caller, { agent_id, public_key, facts });
    expect(await statusOf(scene, scene.requestOf(agent, 'claims', body))).toBe(401);
  });
});

describe('a second process', () => {
  const thiefOf = (agent: Program): Program => ({ ...agent, instance: 'f'.repeat(32) });

  it('with a copied key gets no job and is recorded as refused while the agent works', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.claim(agent);
    scene.time.now += 5_000;
    await scene.handOver('n1', { integration_id: agent.integration_id });
    const stolen = scene.requestOf(thiefOf(agent), 'claims', body, { address: '198.51.100.7' });
    expect(await statusOf(scene, stolen)).toBe(409);
    expect(await refusedCallRecords(scene)).toMatchObject([
      {
        address: '198.51.100.7',
        reason: 'Another process used the key of this agent while one was running.',
      },
    ]);
    expect((await scene.claim(agent)).job).toMatchObject({ agent_id: agent.agent_id });
  });

  it('of another agent cannot give the result of a job', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.handOver('n1', { integration_id: agent.integration_id });
    const { job } = await scene.claim(agent);
    const foreign = await scene.enrol('foreign');
    expect(job && (await scene.give(foreign, job, { output: 'mine' }))).toEqual({ taken: false });
    expect(scene.reports).toEqual([]);
  });

  it('may begin at once after a goodbye, and soon after a silent end', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.claim(agent);
    await scene.call(agent, 'goodbye', {});
    const next = { ...agent, instance: '1'.repeat(32) };
    expect(await scene.claim(next)).toMatchObject({ wait_seconds: 15 });
    const third = { ...agent, instance: '2'.repeat(32) };
    expect(await statusOf(scene, scene.requestOf(third, 'claims', body))).toBe(409);
    scene.time.now += 25_001;
    expect(await scene.claim(third)).toMatchObject({ wait_seconds: 15 });
  });
});

describe('a job that an agent refuses', () => {
  it('fails with the reason and is recorded in the audit trail', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.handOver('n1', { integration_id: agent.integration_id });
    const { job } = await scene.claim(agent);
    if (!job) throw new Error('There is no job.');
    await scene.give(agent, job, { error: 'its signature is wrong.', refused: true });
    const error = 'The agent refused this job: its signature is wrong.';
    expect(scene.reports).toMatchObject([{ report: { error } }]);
    expect(await refusedCallRecords(scene)).toMatchObject([{ reason: error }]);
  });

  it('fails with a shortened reason if the reason is too long', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.handOver('n1', { integration_id: agent.integration_id });
    const { job } = await scene.claim(agent);
    if (!job) throw new Error('There is no job.');
    const result = { error: 'x'.repeat(2000), refused: true };
    expect(await scene.give(agent, job, result)).toEqual({ taken: true });
    const error = expect.stringMatching(/^The agent refused this job: x{1900,}…$/);
    expect(scene.reports).toMatchObject([{ report: { error } }]);
  });
});

describe('the result of a job', () => {
  it('is refused if it is nested too deeply, missing or ambiguous', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.handOver('n1', { integration_id: agent.integration_id });
    const { job } = await scene.claim(agent);
    if (!job) throw new Error('There is no job.');
    const deep = JSON.parse('['.repeat(64) + ']'.repeat(64));
    for (const result of [{ output: deep }, {}, { output: 1, error: 'both', refused: false }]) {
      const refusal = await refusalFrom(scene.give(agent, job, result));
      expect(refusal?.status).toBe(400);
    }
    expect(scene.reports).toEqual([]);
    const items = Array.from({ length: 120_000 }, (_, n) => n);
    expect(await scene.give(agent, job, { output: { items } })).toEqual({ taken: true });
    expect(scene.reports).toMatchObject([{ report: { output: { items: { length: 120_000 } } } }]);
  });

  it('is refused with too many values, and read in full only for an awaited job', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.handOver('n1', { integration_id: agent.integration_id });
    const { job } = await scene.claim(agent);
    if (!job) throw new Error('There is no job.');
    const result = { output: Array.from({ length: 300_000 }, () => []) };
    const refusal = await refusalFrom(scene.give(agent, job, result));
    expect([refusal?.status, refusal?.message]).toEqual([
      400,
      'The body holds more than 500000 keys and values.',
    ]);
    const { job_id } = job;
    const response = await scene.call(agent, 'result', { job_id, lease_id: 'job_0', ...result });
    expect(response.body).toEqual({ taken: false });
    // Not as the program writes it: the beginning does not say that the job waits for it.
    const turned = { ...result, job_id, lease_id: job.lease_id };
    const other = await refusalFrom(scene.call(agent, 'result', turned));
    expect(other?.message).toBe('The body holds more than 100000 keys and values.');
    expect(await scene.give(agent, job, { output: 1 })).toEqual({ taken: true });
    expect(await scene.give(agent, job, result)).toEqual({ taken: true });
    expect(scene.reports).toMatchObject([{ report: { output: 1 } }]);
  });
});
