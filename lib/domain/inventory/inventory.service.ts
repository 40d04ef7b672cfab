import type { Queries } from '#lib/ports/queries.ts';
import { isWithinResponseLimit } from '#lib/kernel/response-size.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import type { inventoryRoutes } from './inventory.routes.ts';
import {
  sampleAccounts,
  sampleId,
  sampleIntegration,
  sampleNames,
} from './samples/sample.rules.ts';
import { queryTooLargeText } from './queries/inventory-query.schema.ts';
import { queryRefusalOf } from './queries/refused-query.rules.ts';
import { isScanOver, scanEvents, scanViewOf } from './scans/scan.rules.ts';
import type { Scan, ScanDetail } from './scans/scan.schema.ts';
import { withStarterNames } from './scans/starter-names.service.ts';
import { scanStore } from './scans/scan.store.ts';
import { findScannable } from './scans/scannable.service.ts';
import { startScan, type StartScanDeps } from './scans/start-scan.service.ts';
import { scanScheduleCalls, type ScanScheduleDeps } from './schedules/scan-schedule.service.ts';
import { searchCalls, type SearchDeps } from './search/search.service.ts';
import { savedSearchCalls } from './searches/saved-search.service.ts';

export type InventoryDeps = StartScanDeps &
  SearchDeps &
  ScanScheduleDeps & {
    queries: Queries;
    /** Deletes everything that belongs to an integration, except the integration itself. */
    forget: (tenantId: string, integrationId: string) => Promise<void>;
  };

type InventoryService = Service<typeof inventoryRoutes>;

const detailOf = (scan: Scan): ScanDetail => ({ ...scanViewOf(scan), events: scanEvents(scan) });

const findScan = async ({ db }: InventoryDeps, { tenant_id }: Caller, id: string) => {
  const found = await scanStore(db, tenant_id).get(id);
  if (!found) throw notFound('scan');
  return found;
};

const begin = async (deps: InventoryDeps, { tenant_id, name }: Caller, id: string) => {
  const { alias, cspName } = await findScannable(deps.db, tenant_id, id);
  return startScan(deps, tenant_id, {
    integration_id: id,
    integration_type: cspName,
    alias,
    started_by: name,
  });
};

type ScanCalls =
  | 'listInventoryExecutions'
  | 'getInventoryExecution'
  | 'startInventoryExecution'
  | 'cancelInventoryExecution';

const scanCalls = (deps: InventoryDeps): Pick<InventoryService, ScanCalls> => ({
  async listInventoryExecutions(caller, query) {
    const { status, startDate, endDate, hasEvalResult, ...rest } = query;
    const { number_of_items, page_number, next, ...criteria } = rest;
    const filter = {
      ...criteria,
      state: status,
      from: startDate,
      to: endDate,
      evaluated: hasEvalResult,
    };
    const request = { number_of_items, page_number, next };
    const page = await scanStore(deps.db, caller.tenant_id).page(request, filter);
    const items = await withStarterNames(deps.db, caller.tenant_id, page.items);
    return { ...page, items: items.map(scanViewOf) };
  },

  async getInventoryExecution(caller, { execution_id }) {
    const found = await findScan(deps, caller, execution_id);
    const [scan = found] = await withStarterNames(deps.db, caller.tenant_id, [found]);
    return detailOf(scan);
  },

  async startInventoryExecution(caller, { integration_id }) {
    const started = await begin(deps, caller, integration_id);
    return detailOf({ ...started, tenant_id: caller.tenant_id });
  },

  async cancelInventoryExecution(caller, { execution_id }) {
    const found = await findScan(deps, caller, execution_id);
    const message = `This scan of "${found.alias}" has already ended.`;
    if (isScanOver(found.state)) throw conflict(message);
    const scans = scanStore(deps.db, caller.tenant_id);
    const fields = { cancelled_by: caller.name, updated_at: isoTime(deps.clock()) };
    if (!(await scans.change(execution_id, fields))) throw conflict(message);
    return detailOf({ ...found, ...fields });
  },
});

/** Calls of the inventory area, one function per route. */
export const inventoryService = (deps: InventoryDeps): InventoryService => ({
  ...scanCalls(deps),
  ...searchCalls(deps),
  ...scanScheduleCalls(deps),
  ...savedSearchCalls(deps),

  async queryInventory({ tenant_id }, query) {
    const answer = await deps.queries.ask({ ...query, tenant_id });
    if ('error' in answer) throw queryRefusalOf(answer);
    if (!isWithinResponseLimit(JSON.stringify(answer)))
      throw queryRefusalOf({ error: queryTooLargeText });
    return answer;
  },

  async addSampleEstate({ tenant_id, user_id }) {
    const integrations = integrationStore(deps.db, tenant_id);
    const now = deps.clock();
    for (const name of sampleNames) {
      const one = sampleIntegration(name, user_id, now);
      if (await integrations.get(one._id)) continue;
      // Like any integration, it may have been deleted before, so its old data is removed.
      await deps.forget(tenant_id, one._id);
      const taken = () =>
        conflict(`Another integration is called "${one.alias}". Rename it, then try again.`);
      const nameClaim = { _id: one._id, name: sampleAccounts[name].alias };
      await integrations.underName(nameClaim, { now, taken }, () => integrations.create(one));
    }
    return { integration_ids: sampleNames.map(sampleId) };
  },

  async removeSampleEstate({ tenant_id }) {
    for (const id of sampleNames.map(sampleId)) {
      await deps.forget(tenant_id, id);
      await integrationStore(deps.db, tenant_id).delete(id);
      // A scan may have begun in the meantime.
      await deps.forget(tenant_id, id);
    }
    return {};
  },
});
