import * as z from 'zod';
import { commaList, pageQuery, searchText } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import {
  exportPart,
  resourceColumn,
  resourcePage,
  resourceType,
  resourceTypeId,
} from './resources/resource.schema.ts';
import { inventoryAnswer, inventoryQuery } from './queries/inventory-query.schema.ts';
import {
  newScanSchedule,
  scannedIntegrationPage,
  scanScheduleView,
} from './schedules/scan-schedule.schema.ts';
import { searchQuery } from './search/query.schema.ts';
import {
  newSavedSearch,
  savedSearchPage,
  savedSearchView,
} from './searches/saved-search.schema.ts';
import { inventoryType } from './inventoried-clouds.schema.ts';
import { scanDetail, scanId, scanPage, scanStates } from './scans/scan.schema.ts';

const read = { permission: 'read_inventory', resource: 'inventory' } as const;
const create = { permission: 'create_inventory', resource: 'inventory' } as const;
const update = { permission: 'update_inventory', resource: 'inventory' } as const;
const remove = { permission: 'delete_inventory', resource: 'inventory' } as const;

const scanParams = z.strictObject({ execution_id: scanId });
const searchName = z.string().trim().min(2, 'There should be more than 1 character.').max(60);
const isoDateTime = z.iso.datetime('Give a time such as 2026-01-31T12:00:00Z.');

/** Routes of the inventory area: scans of accounts, and the resources that they found. */
export const inventoryRoutes = defineRoutes({
  listInventoryExecutions: {
    method: 'GET',
    path: 'inventory/executions',
    ...read,
    input: z.strictObject({
      ...pageQuery(),
      status: z.enum(scanStates).optional(),
      integration_type: commaList(inventoryType).optional(),
      integration_id: z.string().max(60).optional(),
      startDate: isoDateTime.optional(),
      endDate: isoDateTime.optional(),
      hasEvalResult: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
    }),
    output: scanPage,
    audit: 'List the scans of the inventory',
  },
  getInventoryExecution: {
    method: 'GET',
    path: 'inventory/executions/{execution_id}',
    ...read,
    input: scanParams,
    output: scanDetail,
    audit: 'Read a scan of the inventory',
  },
  startInventoryExecution: {
    method: 'POST',
    path: 'inventory/executions',
    ...create,
    input: z.strictObject({ integration_id: z.string().min(1, 'Choose an integration.').max(60) }),
    output: scanDetail,
    evidence: ({ integration_id }, { _id }) => ({ Integration: integration_id, Scan: _id }),
    audit: 'Scan an integration',
    status: 202,
  },
  cancelInventoryExecution: {
    method: 'POST',
    path: 'inventory/executions/{execution_id}/cancel',
    ...update,
    input: scanParams,
    output: scanDetail,
    evidence: (_, { integration_id }) => ({ Integration: integration_id }),
    audit: 'Cancel a scan',
  },
  listInventorySchedules: {
    method: 'GET',
    path: 'inventory/schedules',
    ...read,
    input: z.strictObject({
      ...pageQuery(),
      integrationType: commaList(inventoryType).optional(),
      alias: searchName.pipe(searchText).optional(),
      accountId: searchName.optional(),
      status: z.enum(['enabled', 'disabled']).optional(),
    }),
    output: scannedIntegrationPage,
    audit: 'List the schedules of the inventory',
  },
  createInventorySchedule: {
    method: 'POST',
    path: 'inventory/schedules',
    ...create,
    input: newScanSchedule,
    output: scanScheduleView,
    evidence: ({ integration_id, cron_expression, tz_info }) => ({
      Integration: integration_id,
      Schedule: `${cron_expression}, ${tz_info}`,
    }),
    audit: 'Schedule the scans of an integration',
    status: 201,
  },
  deleteInventorySchedule: {
    method: 'DELETE',
    path: 'inventory/schedules/{schedule_id}',
    ...remove,
    input: z.strictObject({ schedule_id: z.string().max(60) }),
    output: z.object({ integration_id: z.string() }),
    evidence: (_, { integration_id }) => ({ Integration: integration_id }),
    audit: 'End the schedule of an integration',
  },
  addSampleEstate: {
    method: 'POST',
    path: 'inventory/samples',
    ...create,
    input: z.strictObject({}),
    output: z.object({ integration_ids: z.array(z.string()) }),
    audit: 'Add the sample accounts',
    status: 201,
  },
  removeSampleEstate: {
    method: 'DELETE',
    path: 'inventory/samples',
    ...remove,
    input: z.strictObject({}),
    output: z.object({}),
    audit: 'Remove the sample accounts',
  },
  listResourceTypes: {
    method: 'GET',
    path: 'inventory/resource_types',
    ...read,
    input: z.strictObject({ integration_type: inventoryType }),
    output: z.object({ items: z.array(resourceType) }),
    audit: 'List the resource types of the inventory',
  },
  listResourceColumns: {
    method: 'GET',
    path: 'inventory/resource_types/columns',
    ...read,
    input: z.strictObject({ resource_type: resourceTypeId }),
    output: z.object({ items: z.array(resourceColumn) }),
    audit: 'List the columns of a resource type',
  },
  searchResources: {
    method: 'POST',
    path: 'inventory/resources/search',
    ...read,
    reads: true,
    input: searchQuery.extend(pageQuery()),
    output: resourcePage,
    audit: 'Search the inventory',
  },
  exportResources: {
    method: 'POST',
    path: 'inventory/resources/export',
    ...read,
    reads: true,
    /** `next` comes from the previous part: a file is exported in parts, as it may be large. */
    input: searchQuery.extend({ next: z.string().max(2000).optional() }),
    output: exportPart,
    audit: 'Export resources of the inventory',
  },
  queryInventory: {
    method: 'POST',
    path: 'inventory/query',
    ...read,
    reads: true,
    /** Without `mode`: it reads the last scans, so that no cloud is called while a user waits. */
    input: inventoryQuery.omit({ mode: true }).extend({
      limit: z.number().int().min(1).max(100, 'Up to 100 rows are shown.').default(10),
    }),
    output: inventoryAnswer,
    audit: 'Run an SQL query over the inventory',
  },
  listSavedSearches: {
    method: 'GET',
    path: 'inventory/searches',
    ...read,
    input: z.strictObject(pageQuery()),
    output: savedSearchPage,
    audit: 'List the saved searches',
  },
  saveSearch: {
    method: 'POST',
    path: 'inventory/searches',
    ...create,
    input: newSavedSearch,
    output: savedSearchView,
    evidence: ({ name }) => ({ Name: name }),
    audit: 'Save a search',
    status: 201,
  },
  deleteSavedSearch: {
    method: 'DELETE',
    path: 'inventory/searches/{search_id}',
    ...remove,
    input: z.strictObject({ search_id: z.string().max(60) }),
    output: z.object({ name: z.string() }),
    evidence: (_, { name }) => ({ Name: name }),
    audit: 'Delete a saved search',
  },
});
