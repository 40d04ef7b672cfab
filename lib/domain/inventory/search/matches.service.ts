import type { Database } from '#lib/kernel/database.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import type { Files } from '#lib/ports/files.ts';
import { resourceOf } from '../resources/resource.rules.ts';
import type { Resource } from '../resources/resource.schema.ts';
import { readLines } from '../snapshots/rows.service.ts';
import type { Row } from '../snapshots/snapshot.schema.ts';
import type { SearchQuery } from './query.schema.ts';
import { contentsOf, type Source, sourcesOf } from './sources.service.ts';

/** The row to read next, in the scan that the reader began with. */
export type RowPosition = { integration_id: string; scan_id: string; chunk: number; row: number };

/**
 * A resource that matches, or the end of a file; the place after it; and how many rows were
 * examined since the previous step.
 */
export type MatchStep = { resource?: Resource; after: RowPosition; examined: number };

export type MatchDeps = { db: Database; files: Pick<Files, 'get'> };

type MatchRequest = {
  tenantId: string;
  query: SearchQuery;
  /** Parses a line into a row if it matches; undefined otherwise. */
  read: (line: string) => Row | undefined;
};

const scannedAgain = () =>
  badRequest('These resources have been scanned again. Go back to the first page.', {
    field: 'next',
  });

async function* matchesIn(
  { files }: MatchDeps,
  { tenantId, query, read }: MatchRequest,
  source: Source,
  from?: RowPosition,
): AsyncGenerator<MatchStep> {
  const { resource_type: table } = query;
  const integration_id = source.integration._id;
  const contents = contentsOf(source, table, from?.scan_id);
  if (!contents) {
    if (from) throw scannedAgain();
    return;
  }
  const { scan_id, chunks, collected_at } = contents;
  const at = { tenant_id: tenantId, integration_id, table, scan_id, collected_at };
  const positionAt = (chunk: number, row: number) => ({ integration_id, scan_id, chunk, row });
  for (let chunk = from?.chunk ?? 0; chunk < chunks; chunk += 1) {
    const lines = await readLines(files, at, chunk);
    if (!lines) throw scannedAgain();
    const first = chunk === from?.chunk ? from.row : 0;
    let examinedUntil = first;
    for (const [index, line] of lines.entries()) {
      if (index < first) continue;
      const row = read(line);
      if (!row) continue;
      const resource = resourceOf(table, row, integration_id);
      yield { resource, after: positionAt(chunk, index + 1), examined: index + 1 - examinedUntil };
      examinedUntil = index + 1;
    }
    yield { after: positionAt(chunk + 1, 0), examined: Math.max(0, lines.length - examinedUntil) };
  }
}

/**
 * The resources that match, file by file, starting at a place; files are read only when needed. All
 * resources of an integration come from one scan, even if another has ended since, because the
 * files of the previous scan are kept. Throws 400 once those files are gone.
 */
export async function* findMatches(
  deps: MatchDeps,
  request: MatchRequest,
  from?: RowPosition,
): AsyncGenerator<MatchStep> {
  let pendingStart = from;
  const { tenantId, query } = request;
  for await (const source of sourcesOf(deps.db, tenantId, query, from?.integration_id)) {
    if (pendingStart && source.integration._id !== pendingStart.integration_id)
      throw scannedAgain();
    yield* matchesIn(deps, request, source, pendingStart);
    pendingStart = undefined;
  }
  if (pendingStart) throw scannedAgain();
}
