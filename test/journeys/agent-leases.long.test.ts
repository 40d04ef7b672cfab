import type { Embedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { deleteAction, listAction, openAgentJourney } from './agent-journey.ts';

const journey = openAgentJourney();
const { begin, ended, outputOf } = journey;

const openCluster = async (name: string) => {
  const setup = await journey.openCluster(name);
  await journey.online(setup.agent);
  return setup;
};

type Opened = Awaited<ReturnType<typeof openCluster>>;
type Inventory = Embedded['api']['inventory'];

const never = new Promise<void>(() => undefined);
const waitUntil = (isSo: () => boolean) => eventually(async () => isSo(), Boolean);
const deletions = ({ cluster }: Opened) =>
  cluster.calls.filter(({ method }) => method === 'DELETE').length;
const waitForListCall = ({ cluster }: Opened) =>
  waitUntil(() => cluster.calls.some(({ url }) => url.includes('limit=')));

/** The cluster leaves such calls unanswered. */
const hold = ({ cluster }: Opened, method: string): void => {
  Object.assign(cluster.held, { method, until: never });
};

/** Kills the agent, and starts it again once its cluster answers. */
const restart = async ({ agent, cluster }: Opened): Promise<void> => {
  await agent.kill();
  cluster.held.method = '';
  agent.start();
};

const killedAtWork = async () => {
  const [idle, reading, removing] = [
    await openCluster('idle'),
    await openCluster('reading'),
    await openCluster('removing'),
  ];
  hold(reading, 'GET');
  hold(removing, 'DELETE');
  await idle.agent.kill();
  const queued = await begin(idle.agent, listAction);
  const listRun = await begin(reading.agent, listAction);
  const deleteRun = await begin(removing.agent, deleteAction);
  await waitForListCall(reading);
  await waitUntil(() => deletions(removing) > 0);
  idle.agent.start();
  await Promise.all([restart(reading), restart(removing)]);
  return {
    queued: await ended(queued),
    again: await ended(listRun),
    listed: (await outputOf(listRun)).result?.items?.length,
    once: await ended(deleteRun),
    deletions: deletions(removing),
  };
};

const killedBesideResult = async () => {
  const [afterResult, beforeResult, listCluster] = [
    await openCluster('told'),
    await openCluster('untold-result'),
    await openCluster('done-again'),
  ];
  afterResult.proxy.hold({ call: 'result', when: 'after' });
  beforeResult.proxy.hold({ call: 'result', when: 'before' });
  listCluster.proxy.hold({ call: 'result', when: 'before' });
  const runs = [
    await begin(afterResult.agent, deleteAction),
    await begin(beforeResult.agent, deleteAction),
    await begin(listCluster.agent, listAction),
  ];
  for (const one of [afterResult, beforeResult, listCluster]) {
    await waitUntil(() => one.proxy.holds() > 0);
    await one.agent.kill();
    one.proxy.release();
    one.agent.start();
  }
  const [first = '', second = '', third = ''] = runs;
  const outcomes = {
    first: await ended(first),
    second: await ended(second),
    third: await ended(third),
    listed: (await outputOf(third)).result?.items?.length,
  };
  // Both are at work again, and nothing from before is.
  const next = [
    await begin(afterResult.agent, listAction),
    await begin(beforeResult.agent, listAction),
  ];
  const states = [];
  for (const id of next) states.push((await ended(id)).state);
  return {
    ...outcomes,
    next: states,
    deletions: [deletions(afterResult), deletions(beforeResult)],
  };
};

const killedInScan = async () => {
  const scanned = await openCluster('scanned');
  const inventory: Inventory = journey.product().api.inventory;
  hold(scanned, 'GET');
  const { integration_id } = scanned.agent;
  const { _id: execution_id } = await inventory.startInventoryExecution({ integration_id });
  await waitForListCall(scanned);
  await restart(scanned);
  return eventually(
    () => inventory.getInventoryExecution({ execution_id }),
    ({ state }) => state !== 'IN_PROGRESS',
    110_000,
  );
};

/** Each waits a minute until a lease expires, so they run side by side. */
const scenarios = { killedAtWork, killedBesideResult, killedInScan };
type Name = keyof typeof scenarios;
const running = new Map<Name, Promise<unknown>>();
const outcome = <N extends Name>(name: N) => running.get(name) as ReturnType<(typeof scenarios)[N]>;

beforeAll(async () => {
  await journey.open();
  for (const [name, scenario] of Object.entries(scenarios)) {
    const result = scenario();
    // The test that awaits it reports a failure, possibly later.
    result.catch(() => undefined);
    running.set(name as Name, result);
  }
});
afterAll(journey.close);

describe('an agent that is killed', () => {
  it('while working: repeats only reading jobs, and reports unknown outcomes', async () => {
    const found = await outcome('killedAtWork');
    expect(found.queued.state).toBe('SUCCEEDED');
    expect(found.again.state).toBe('SUCCEEDED');
    expect(found.listed).toBe(1200);
    expect(found.once.state).toBe('FAILED');
    expect(JSON.stringify(found.once.results)).toContain('The outcome is unknown');
    expect(found.deletions).toBe(1);
  });

  it('while sending a result: loses no accepted result, repeats only reading jobs', async () => {
    const found = await outcome('killedBesideResult');
    // The server accepted the result: the agent's lost answer changes nothing.
    expect(found.first.state).toBe('SUCCEEDED');
    expect(found.second.state).toBe('FAILED');
    expect(JSON.stringify(found.second.results)).toContain('The outcome is unknown');
    expect(found.third.state).toBe('SUCCEEDED');
    expect(found.listed).toBe(1200);
    expect(found.next).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(found.deletions).toEqual([1, 1]);
  });

  it('during a scan of its cluster: continues the scan after the restart', async () => {
    const scan = await outcome('killedInScan');
    expect(scan).toMatchObject({ state: 'SUCCEEDED', partial: false });
  });
});
