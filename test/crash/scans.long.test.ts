import { join } from 'node:path';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { eventually } from '#test/support/eventually.ts';
import { findQueuedWork } from './leftovers.ts';
import { type KillableProduct, openKillableProduct } from './killable-product.ts';

/** The sample subscription never changes, so every scan of it must show the same. */
const integration_id = sampleId('azure-subscription');

let mortal: KillableProduct;

beforeAll(async () => {
  mortal = await openKillableProduct({});
  await mortal.product.api.inventory.addSampleEstate({});
});

afterAll(() => mortal.close());

/** What users see of the account: the resources of each type, and the findings of the rules. */
const readShownState = async (): Promise<string> => {
  const { inventory, compliance } = mortal.product.api;
  const types = await inventory.listResourceTypes({ integration_type: 'azure' });
  const found = types.items.map(({ resource_type, resources }) => [resource_type, resources]);
  const { total, criticality } = await compliance.getComplianceSummary({ integration_id });
  const counts = Object.entries(criticality).map(([of, one]) => [
    of,
    one.count,
    one.resource_count,
  ]);
  return JSON.stringify([found, total, counts]);
};

/** Looks continuously until it is stopped; failed requests are skipped. */
const watchShownState = () => {
  const states = new Set<string>();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await readShownState().then(
        (one) => states.add(one),
        () => undefined,
      );
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return [...states];
  };
};

const begin = async () => {
  const { inventory } = mortal.product.api;
  const { _id } = await inventory.startInventoryExecution({ integration_id });
  return _id;
};

const waitForScanEnd = (execution_id: string) =>
  eventually(
    () =>
      mortal.product.api.inventory
        .getInventoryExecution({ execution_id })
        .catch(() => ({ state: 'IN_PROGRESS', cause: undefined })),
    ({ state }) => state !== 'IN_PROGRESS',
    60_000,
  );

/** The number of writes to a table after which the product is killed during a scan. */
const cuts = [
  ['while it collects', 4, 'inventory_executions'],
  ['as it starts to evaluate the rules', 1, 'compliance_summaries'],
  ['after it has evaluated the rules', 2, 'compliance_summaries'],
  ['as it is published', 2, 'inventory_snapshots'],
] as const;

describe('a scan of an account that was scanned before', () => {
  let fullState = '';

  it('shows the whole account', async () => {
    expect(await waitForScanEnd(await begin())).toMatchObject({ state: 'SUCCEEDED' });
    fullState = await readShownState();
    expect(JSON.parse(fullState)[1]).toBeGreaterThan(10);
  });

  it.each(cuts)('survives a kill %s and never shows a partial result', async (_, after, of) => {
    mortal.killScanAfter(after, of);
    const upkeep = mortal.keepUp(undefined);
    const stopWatching = watchShownState();
    const execution_id = await begin();
    const { state, cause } = await waitForScanEnd(execution_id);
    const shownStates = await stopWatching();
    const readQueuedWork = () =>
      Promise.resolve(findQueuedWork(join(mortal.product.folder, 'data')));
    await eventually(readQueuedWork, (found) => found.length === 0);
    await upkeep.end();
    expect(upkeep.killed).toHaveLength(1);
    expect(upkeep.killed[0]).toContain(of);
    if (state !== 'SUCCEEDED') expect(cause).toBeTruthy();
    expect(['SUCCEEDED', 'FAILED']).toContain(state);
    expect(shownStates).toEqual([fullState]);
    expect(await readShownState()).toBe(fullState);
  });
});
