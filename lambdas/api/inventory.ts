import { inventoryRoutes } from '#lib/domain/inventory/inventory.routes.ts';
import { inventoryCalls } from '#lib/inventory-calls.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { collectorOffers } from '../deps/collector-offers.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock } from '../deps/process.ts';
import { previewQueries } from '../deps/queries.ts';
import { scanner } from '../deps/runner.ts';
import { scheduler } from '../deps/scheduler.ts';

const service = inventoryCalls({
  db,
  clock,
  files,
  scanner,
  scheduler,
  queries: previewQueries,
  offers: collectorOffers,
  forget: async (tenantId, accountId) =>
    (await import('../deps/loaded/forget.ts')).forget(tenantId, accountId),
});

export const handler = apiHandler(inventoryRoutes, service, api);
