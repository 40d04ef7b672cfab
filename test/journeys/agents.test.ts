import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentProcess, openAgentProcess } from '#test/support/agent-process.ts';
import { openClusterServer } from '#test/support/cluster-server.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';

let product: Embedded;
let folder: string;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agents-'));
  product = await openEmbedded();
});

afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A cluster with its agent, which has asked for work. */
const openCluster = async (name: string) => {
  const own = join(folder, name);
  mkdirSync(own);
  const cluster = await openClusterServer(own);
  closing.push(cluster.close);
  const at = { folder: own, env: cluster.env, alias: `Cluster ${name}` };
  const agent = await openAgentProcess(product, at);
  closing.push(agent.close);
  await online(agent);
  return { cluster, agent, state: join(own, 'state') };
};

const online = ({ agent_id, said }: AgentProcess) =>
  eventually(
    () => product.api.agents.getAgentStatus({ agent_id }),
    ({ agent_status }) => agent_status === 'online',
  ).catch((error: unknown) => {
    throw new Error(`The agent said: ${said()}`, { cause: error });
  });

const botWith = async (name: string, { integration_id }: AgentProcess, action: object) => {
  const integration = { type: 'kubernetes', id: integration_id };
  const graph = draw(
    'start -> ask:approval -approved-> work:rest_api_action -> end\nask -rejected-> end',
    {
      ask: { message: 'May it?', approvers: [product.sign_in.email] },
      work: { integration, timeout_seconds: 120, ...action },
    },
  );
  const { _id: bot_id } = await product.api.bots.createBot({ name, graph });
  await product.api.bots.publishBot({ bot_id, version: 1 });
  return bot_id;
};

const runOf = (bot_exc_id: string) => product.api.executions.getExecution({ bot_exc_id });

/** Starts the bot and approves what it asks: its action is handed over. */
const begin = async (bot_id: string): Promise<string> => {
  const { _id } = await product.api.executions.startExecution({ bot_id });
  const asked = await eventually(
    () => runOf(_id),
    (run) => run.waiting_for?.approval_id !== undefined,
  );
  const approval_id = asked.waiting_for?.approval_id ?? '';
  const decision = { approval_id, status: 'resolved' as const, all: true as const };
  await product.api.approvals.resolveApproval({ ...decision, message: 'Go on' });
  return _id;
};

const ended = (id: string) =>
  eventually(
    () => runOf(id),
    ({ state }) => ['SUCCEEDED', 'FAILED'].includes(state),
    110_000,
  );

const outputOf = async (bot_exc_id: string) =>
  (await product.api.executions.getNodeResult({ bot_exc_id, node_id: 'work' })).output as {
    result?: { items?: unknown[] };
  };

const listing = { action: 'kubernetes.list_pods', parameters: { namespace: 'web' } };
const deleting = {
  action: 'kubernetes.delete_pod',
  parameters: { namespace: 'web', name: 'pod-1' },
};

describe('an agent in a cluster', () => {
  it('enrols, keeps its key to itself, and does what a bot asks of it', async () => {
    const { cluster, agent, state } = await openCluster('one');
    expect(statSync(join(state, 'identity.json')).mode & 0o777).toBe(0o600);
    const found = await product.api.agents.getAgent({ agent_id: agent.agent_id });
    expect(found).toMatchObject({ kubernetes_version: 'v1.34.1', ip_address: '127.0.0.1' });
    cluster.next.push(
      { path: 'continue=500', status: 410 },
      { path: 'limit=500', status: 429, headers: { 'retry-after': '1' } },
    );
    const id = await begin(await botWith('Listing', agent, listing));
    expect(await ended(id)).toMatchObject({ state: 'SUCCEEDED' });
    expect((await outputOf(id)).result?.items).toHaveLength(1200);
    const removed = await begin(await botWith('Deleting', agent, deleting));
    expect(await ended(removed)).toMatchObject({ state: 'SUCCEEDED' });
    const deletions = cluster.calls.filter(({ method }) => method === 'DELETE');
    expect(deletions.map(({ url }) => url)).toEqual(['/api/v1/namespaces/web/pods/pod-1']);
  });

  it('loses no work and does none twice in silence, when it is killed', async () => {
    const [idle, reading, removing] = [
      await openCluster('idle'),
      await openCluster('reading'),
      await openCluster('removing'),
    ];
    const never = new Promise<void>(() => undefined);
    reading.cluster.held.method = 'GET';
    reading.cluster.held.until = never;
    removing.cluster.held.method = 'DELETE';
    removing.cluster.held.until = never;
    await idle.agent.kill();
    const bots = [
      await botWith('Queued', idle.agent, listing),
      await botWith('Read again', reading.agent, listing),
      await botWith('Removed once', removing.agent, deleting),
    ];
    const runs: string[] = [];
    for (const bot of bots) runs.push(await begin(bot));
    const called = (method: string, { cluster }: typeof reading) =>
      eventually(
        async () => cluster.calls.filter((one) => one.method === method).length,
        (count) => count > 0,
      );
    await eventually(
      async () => reading.cluster.calls.some(({ url }) => url.includes('/pods')),
      (isAsked) => isAsked,
    );
    await called('DELETE', removing);
    await Promise.all([reading.agent.kill(), removing.agent.kill()]);
    reading.cluster.held.method = '';
    removing.cluster.held.method = '';
    for (const { agent } of [idle, reading, removing]) agent.start();
    const [queued = '', again = '', once = ''] = runs;
    expect(await ended(queued)).toMatchObject({ state: 'SUCCEEDED' });
    expect(await ended(again)).toMatchObject({ state: 'SUCCEEDED' });
    expect((await outputOf(again)).result?.items).toHaveLength(1200);
    const unknown = await ended(once);
    expect(unknown.state).toBe('FAILED');
    expect(JSON.stringify(unknown.results)).toContain('The outcome is unknown');
    const deletions = removing.cluster.calls.filter(({ method }) => method === 'DELETE');
    expect(deletions).toHaveLength(1);
  });
});
