import type { Files } from '#lib/ports/files.ts';
import type { Row, TableContents } from './snapshot.schema.ts';

/**
 * Identifies the files with the rows of one table from one scan. The key contains the day on which
 * the scan began, so that Athena can select files by day.
 */
export type RowsRef = Pick<TableContents, 'scan_id' | 'collected_at'> & {
  tenant_id: string;
  integration_id: string;
  table: string;
};

/** The most rows and characters of one file; it ends when either is reached. */
const maxRowsPerFile = 5000;
const maxCharactersPerFile = 8 * 1024 * 1024;

const keyOf = (at: RowsRef, chunk: number): string => {
  const { tenant_id, integration_id, table, collected_at, scan_id } = at;
  const day = collected_at.slice(0, 10);
  return `${tenant_id}/inventory/${integration_id}/${table}/${day}/${scan_id}.${chunk}.ndjson.gz`;
};

/** Whether a resource has a tag; Steampipe has the tags of every cloud in this column. */
const hasTags = ({ tags }: Row): boolean =>
  typeof tags === 'object' && tags !== null && Object.keys(tags).length > 0;

/**
 * Deletes files of rows starting at `first`, when it is not known how many a process wrote before
 * it died: files are consecutive, so it stops at the first missing one after the `knownCount` ones.
 */
export const removeRowsFrom = async (
  files: Pick<Files, 'get' | 'remove'>,
  at: RowsRef,
  [first, knownCount]: readonly [first: number, knownCount: number],
): Promise<void> => {
  const exists = async (chunk: number) => (await files.get(keyOf(at, chunk))) !== undefined;
  for (let chunk = first; chunk < knownCount || (await exists(chunk)); chunk += 1) {
    await files.remove(keyOf(at, chunk));
  }
};

/**
 * Writes rows into files of limited size as they arrive, so that memory use does not grow with
 * their number. A scan that reads a table again overwrites the same files.
 */
export const rowWriter = (files: Files, at: RowsRef) => {
  let [rows, chunks, size]: [number, number, number] = [0, 0, 0];
  let tagged = 0;
  let lines: string[] = [];

  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    const text = lines.join('');
    [lines, size] = [[], 0];
    await files.put(keyOf(at, chunks), text);
    chunks += 1;
  };

  return {
    async add(newRows: readonly Row[]): Promise<void> {
      for (const row of newRows) {
        const line = `${JSON.stringify(row)}\n`;
        lines.push(line);
        rows += 1;
        if (hasTags(row)) tagged += 1;
        size += line.length;
        if (lines.length === maxRowsPerFile || size >= maxCharactersPerFile) await flush();
      }
    },

    /** Discards the rows so far, because others replace them. */
    again(): void {
      [rows, tagged, chunks, size, lines] = [0, 0, 0, 0, []];
    },

    /**
     * Writes the remaining rows, and deletes further files of an earlier attempt; returns the
     * numbers of rows, of rows with tags, and of files.
     */
    async end(): Promise<{ rows: number; tagged: number; chunks: number }> {
      await flush();
      await removeRowsFrom(files, at, [chunks, chunks]);
      return { rows, tagged, chunks };
    },
  };
};

/**
 * The lines of one file, for callers that parse only a few, in the order of the collector;
 * undefined if it was deleted.
 */
export const readLines = async (
  files: Pick<Files, 'get'>,
  at: RowsRef,
  chunk: number,
): Promise<string[] | undefined> => {
  const text = await files.get(keyOf(at, chunk));
  return text?.split('\n').filter((line) => line !== '');
};

/** The rows of one file; empty if it was deleted. */
export const readChunk = async (
  files: Pick<Files, 'get'>,
  at: RowsRef,
  chunk: number,
): Promise<Row[]> =>
  ((await readLines(files, at, chunk)) ?? []).map((line): Row => JSON.parse(line));

/** The rows of a table, one file at a time. */
export async function* readRows(
  files: Pick<Files, 'get'>,
  at: RowsRef,
  chunks: number,
): AsyncGenerator<Row[]> {
  for (let chunk = 0; chunk < chunks; chunk += 1) yield await readChunk(files, at, chunk);
}

/** The rows of a table as lines of JSON, one file at a time. */
export async function* readTexts(
  files: Pick<Files, 'get'>,
  at: RowsRef,
  chunks: number,
): AsyncGenerator<string> {
  for (let chunk = 0; chunk < chunks; chunk += 1) yield (await files.get(keyOf(at, chunk))) ?? '';
}

/** Deletes the files of rows that are no longer read. */
export const removeRows = async (
  files: Pick<Files, 'remove'>,
  at: RowsRef,
  chunks: number,
): Promise<void> => {
  for (let chunk = 0; chunk < chunks; chunk += 1) await files.remove(keyOf(at, chunk));
};
