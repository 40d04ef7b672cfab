import { eventually } from '#test/support/eventually.ts';
import { openAgentJourney } from './agent-journey.ts';

const journey = openAgentJourney();
beforeAll(journey.open);
afterAll(journey.close);

const openCluster = async (name: string) => {
  const setup = await journey.openCluster(name);
  await journey.online(setup.agent);
  return setup;
};

const inventory = () => journey.product().api.inventory;

const begin = async (integration_id: string) =>
  (await inventory().startInventoryExecution({ integration_id }))._id;

const waitForScanEnd = (execution_id: string) =>
  eventually(
    () => inventory().getInventoryExecution({ execution_id }),
    ({ state }) => state !== 'IN_PROGRESS',
    110_000,
  );

const waitForClusterCall = (
  cluster: Awaited<ReturnType<typeof openCluster>>['cluster'],
  urlPart: string,
) =>
  eventually(
    async () => cluster.calls.some(({ url }) => url.includes(urlPart)),
    (isCalled) => isCalled,
  );

/** 16 KiB each, so that one result contains only some of them. */
const largePods = Array.from({ length: 200 }, (_, at) => ({
  metadata: { name: `pod-${at}`, namespace: 'web', uid: `uid-${at}` },
  status: { message: 'ä'.repeat(8_000) },
}));

describe('a scan of a cluster', () => {
  it('reads the cluster through its agent and evaluates the rules', async () => {
    const { agent, cluster } = await openCluster('scanned');
    cluster.lists.pods = largePods;
    cluster.lists.namespaces = [{ metadata: { name: 'web', uid: 'uid-web' } }];
    // The second part starts the list again, and the cluster throttles now and then.
    cluster.next.push(
      { path: 'pods?limit=63&continue=126', status: 410 },
      { path: 'namespaces', status: 429, headers: { 'retry-after': '1' } },
    );
    const scan = await waitForScanEnd(await begin(agent.integration_id));
    expect(scan).toMatchObject({ state: 'SUCCEEDED', partial: false, rows: 201 });
    expect(scan.progress).toEqual({ done: 24, planned: 24 });
    expect(scan.evaluator_result?.rules).toBeGreaterThan(15);
  }, 240_000);

  it('can be cancelled while the agent is working', async () => {
    const { agent, cluster } = await openCluster('cancelled');
    const gate = Promise.withResolvers<void>();
    Object.assign(cluster.held, { method: 'GET', path: '/pods', until: gate.promise });
    const execution_id = await begin(agent.integration_id);
    await waitForClusterCall(cluster, '/pods');
    await inventory().cancelInventoryExecution({ execution_id });
    const scan = await waitForScanEnd(execution_id);
    expect(scan.cause).toMatch(/^Cancelled by .+ The resources collected until then are kept\.$/);
    // A stopped agent finishes its current job.
    gate.resolve();
  }, 300_000);

  it('fails with instructions when the cluster has no agent', async () => {
    const { accountId } = await journey.product().api.integrations.createIntegration({
      cspName: 'kubernetes',
      alias: 'Lonely',
      groups: ['Tests'],
    });
    const scan = await waitForScanEnd(await begin(accountId));
    expect(scan.cause).toBe(
      '"Lonely" has no agent yet. Add one on the page of the integration, and install it.',
    );
  });
});
