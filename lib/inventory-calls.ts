import { benchmarksOf } from './domain/compliance/benchmark.schema.ts';
import type { inventoryRoutes } from './domain/inventory/inventory.routes.ts';
import { type InventoryDeps, inventoryService } from './domain/inventory/inventory.service.ts';
import type { Service } from './kernel/route.ts';

/** The service of the inventory, given the benchmarks of rules, from an area above it. */
export const inventoryCalls = (
  deps: Omit<InventoryDeps, 'benchmarksOf'>,
): Service<typeof inventoryRoutes> => inventoryService({ ...deps, benchmarksOf });
