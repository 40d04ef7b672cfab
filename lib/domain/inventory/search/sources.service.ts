import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import { inventoryTypeOf } from '../resources/resource-name.rules.ts';
import type { ResourceSource } from '../resources/resource.schema.ts';
import type { Snapshot, TableContents } from '../snapshots/snapshot.schema.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';

/** An integration that may have resources, and its snapshot. */
export type Source = { integration: Integration; snapshot?: Snapshot | undefined };

type SourceFilter = { resource_type: string; integration_ids?: readonly string[] | undefined };

/**
 * The integrations of an organisation that a query searches, newest first: those whose type has
 * such resources, or the named ones among them. Those before `from` are left out.
 */
export async function* sourcesOf(
  db: Database,
  tenantId: string,
  { resource_type, integration_ids }: SourceFilter,
  from?: string,
): AsyncGenerator<Source> {
  const type = inventoryTypeOf(resource_type);
  let isReached = from === undefined;
  for await (const integration of integrationStore(db, tenantId).all()) {
    isReached ||= integration._id === from;
    const isInScope = !integration_ids || integration_ids.includes(integration._id);
    if (!isReached || !isInScope || integration.cspName !== type) continue;
    yield { integration, snapshot: await snapshotStore(db, tenantId).get(integration._id) };
  }
}

/** The contents of a table: of the last scan, or of the named scan. */
export const contentsOf = (
  { snapshot }: Source,
  table: string,
  scanId?: string,
): TableContents | undefined => {
  const scans = [snapshot?.latest, snapshot?.previous];
  if (scanId === undefined) return scans[0]?.tables[table];
  return scans.map((one) => one?.tables[table]).find((one) => one?.scan_id === scanId);
};

/** A source for people: the age of its resources, and what is missing. */
export const sourceView = (source: Source, table: string, now: number): ResourceSource => {
  const { integration, snapshot } = source;
  const contents = contentsOf(source, table);
  return {
    integration_id: integration._id,
    alias: integration.alias,
    // A scan whose process died no longer counts as in progress after `until`.
    scanning: snapshot?.scanning !== undefined && snapshot.scanning.until > isoTime(now),
    scanned: snapshot?.latest !== undefined,
    ...(contents && { collected_at: contents.collected_at, state: contents.state }),
    resources: contents?.rows ?? 0,
    // Problems of a completely read table, such as disabled regions, only belong in the scan's log.
    problems: contents?.state === 'collected' ? [] : (contents?.problems ?? []),
  };
};
