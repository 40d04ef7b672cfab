import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openLoopback } from '#test/support/loopback.ts';
import { deleteAction, listAction, openAgentJourney } from './agent-journey.ts';

const journey = openAgentJourney();
const { begin, ended, outputOf } = journey;
beforeAll(journey.open);
afterAll(journey.close);

const openCluster = async (name: string, opening = {}) => {
  const setup = await journey.openCluster(name, opening);
  await journey.online(setup.agent);
  return setup;
};

describe('an agent in a cluster', () => {
  it('enrols, keeps its key file private, and does the jobs of bots', async () => {
    const { cluster, agent, state } = await openCluster('one');
    expect(statSync(join(state, 'identity.json')).mode & 0o777).toBe(0o600);
    const found = await journey.product().api.agents.getAgent({ agent_id: agent.agent_id });
    expect(found).toMatchObject({ kubernetes_version: 'v1.34.1', ip_address: '127.0.0.1' });
    cluster.next.push(
      { path: 'continue=500', status: 410 },
      { path: 'limit=500', status: 429, headers: { 'retry-after': '1' } },
    );
    const id = await begin(agent, listAction);
    expect(await ended(id)).toMatchObject({ state: 'SUCCEEDED' });
    expect((await outputOf(id)).result?.items).toHaveLength(1200);
    const deleteRun = await begin(agent, deleteAction);
    expect(await ended(deleteRun)).toMatchObject({ state: 'SUCCEEDED' });
    const deletions = cluster.calls.filter(({ method }) => method === 'DELETE');
    expect(deletions.map(({ url }) => url)).toEqual(['/api/v1/namespaces/web/pods/pod-1']);
  }, 400_000);

  it('calls the private addresses that its settings allow, for bots', async () => {
    const peer = await openLoopback(({ method, body }) => ({ body: `${method} ${String(body)}` }));
    const { host } = new URL(peer.endpoint);
    const { agent } = await openCluster('private', { allows: { hosts: [host] } });
    const url = `${peer.endpoint}/health`;
    const readCall = { action: 'kubernetes.read_address', parameters: { url } };
    const readRun = await begin(agent, readCall);
    expect(await ended(readRun)).toMatchObject({ state: 'SUCCEEDED' });
    expect(await outputOf(readRun)).toEqual({ result: { status: 200, result: 'GET ' } });
    const parameters = { url, method: 'POST', body: 'now', headers: ['Content-Type: text/plain'] };
    const callRun = await begin(agent, { action: 'kubernetes.call_address', parameters });
    expect(await ended(callRun)).toMatchObject({ state: 'SUCCEEDED' });
    expect(await outputOf(callRun)).toEqual({ result: { status: 200, result: 'POST now' } });
    await peer.close();
  }, 400_000);
});
