import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import type { Database } from '#lib/kernel/database.ts';
import { valueCache } from '#lib/kernel/text-cache.ts';
import type { Files } from '#lib/ports/files.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import { readChunk, type RowsRef } from '../inventory/snapshots/rows.service.ts';
import { snapshotStore } from '../inventory/snapshots/snapshot.store.ts';
import { bestOf } from './match.rules.ts';
import {
  resourceHit,
  type ResourceName,
  resourceNameOf,
  sizeOfNames,
} from './resource-name.rules.ts';
import { type HitGroup, maxHits } from './search.schema.ts';

type Deps = { db: Database; files: Pick<Files, 'get'> };

/** How many files one call reads; the next one has their names cached, and reads others. */
const maxFilesRead = 60;
const readConcurrency = 8;

/** How many characters of names a process caches: those of some hundred thousand resources. */
const maxCachedCharacters = 30_000_000;

/** A file with rows of a snapshot. */
type Chunk = { at: RowsRef; chunk: number; alias: string };

/** The files of the last scans of all existing integrations. */
const chunksOf = async ({ db }: Deps, tenant_id: string): Promise<Chunk[]> => {
  const aliases = new Map<string, string>();
  for await (const { _id, alias } of integrationStore(db, tenant_id).all()) {
    aliases.set(_id, alias);
  }
  const chunks: Chunk[] = [];
  for await (const { _id: integration_id, latest } of snapshotStore(db, tenant_id).all()) {
    const alias = aliases.get(integration_id);
    if (alias === undefined) continue;
    for (const [table, contents] of Object.entries(latest?.tables ?? {})) {
      const { scan_id, collected_at } = contents;
      const at = { tenant_id, integration_id, table, scan_id, collected_at };
      for (let chunk = 0; chunk < contents.chunks; chunk += 1) chunks.push({ at, chunk, alias });
    }
  }
  return chunks;
};

const keyOf = ({ at, chunk }: Chunk): string =>
  [at.tenant_id, at.integration_id, at.table, at.collected_at, at.scan_id, chunk].join('/');

/**
 * Finds resources by name and id in the files of the last scans. Files never change, so the process
 * caches the names it has read, and further keystrokes read no files.
 */
export const searchResources = (deps: Deps) => {
  const cache = valueCache<readonly ResourceName[]>(maxCachedCharacters, sizeOfNames);

  const read = async (one: Chunk): Promise<readonly ResourceName[]> => {
    const { table, integration_id } = one.at;
    const rows = await readChunk(deps.files, one.at, one.chunk);
    return rows.map((row) => resourceNameOf(table, row, integration_id));
  };

  return async (tenantId: string, words: readonly string[]): Promise<HitGroup> => {
    const chunks = await chunksOf(deps, tenantId);
    const names = new Map<Chunk, readonly ResourceName[]>();
    for (const one of chunks) {
      const cached = cache.get(keyOf(one));
      if (cached) names.set(one, cached);
    }
    const unread = chunks.filter((one) => !names.has(one));
    await forEachInBatches(unread.slice(0, maxFilesRead), readConcurrency, async (one) => {
      const found = await read(one);
      cache.put(keyOf(one), found);
      names.set(one, found);
    });
    const matching = bestOf(
      [...names].flatMap(([{ at, alias }, found]) => {
        const place = { table: at.table, integration: { _id: at.integration_id, alias } };
        return bestOf(found, words).map((one) => ({ ...one, place }));
      }),
      words,
    );
    return {
      kind: 'resource',
      hits: matching.slice(0, maxHits).map(({ place, ...one }) => resourceHit(one, place)),
      more: matching.length > maxHits,
      partial: unread.length > maxFilesRead,
    };
  };
};
