import type { Files } from '#lib/ports/files.ts';
import type { Row, TableContents } from './snapshot.schema.ts';

/**
 * Where the rows of one table of one scan lie. The day on which the scan began is part of the key:
 * whoever reads the files with Athena finds them by day.
 */
export type RowsAt = Pick<TableContents, 'scan_id' | 'collected_at'> & {
  tenant_id: string;
  integration_id: string;
  table: string;
};

/** Rows and characters of one file, whichever is reached first. */
const mostRows = 5000;
const mostText = 8 * 1024 * 1024;

const keyOf = (at: RowsAt, chunk: number): string => {
  const { tenant_id, integration_id, table, collected_at, scan_id } = at;
  const day = collected_at.slice(0, 10);
  return `${tenant_id}/inventory/${integration_id}/${table}/${day}/${scan_id}.${chunk}.ndjson.gz`;
};

/** Whether a resource has a tag, in the column where Steampipe puts those of each cloud. */
const hasTags = ({ tags }: Row): boolean =>
  typeof tags === 'object' && tags !== null && Object.keys(tags).length > 0;

/**
 * Removes the files of rows from one on, where nobody knows how many a process has written that
 * died: they follow each other, so the first that is missing ends them, after those that are known.
 */
export const removeRowsFrom = async (
  files: Pick<Files, 'get' | 'remove'>,
  at: RowsAt,
  [first, known]: readonly [first: number, known: number],
): Promise<void> => {
  const isThere = async (chunk: number) => (await files.get(keyOf(at, chunk))) !== undefined;
  for (let chunk = first; chunk < known || (await isThere(chunk)); chunk += 1) {
    await files.remove(keyOf(at, chunk));
  }
};

/**
 * Writes rows into files of bounded size as they come: memory does not grow with their number. A
 * scan that reads a table again writes the same files again.
 */
export const rowWriter = (files: Files, at: RowsAt) => {
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
    async add(more: readonly Row[]): Promise<void> {
      for (const row of more) {
        const line = `${JSON.stringify(row)}\n`;
        lines.push(line);
        rows += 1;
        if (hasTags(row)) tagged += 1;
        size += line.length;
        if (lines.length === mostRows || size >= mostText) await flush();
      }
    },

    /** Forgets the rows that there are: others come in their place. */
    again(): void {
      [rows, tagged, chunks, size, lines] = [0, 0, 0, 0, []];
    },

    /**
     * Writes what is left, and removes what an earlier attempt wrote behind it; answers how many
     * rows and files there are, and how many have tags.
     */
    async end(): Promise<{ rows: number; tagged: number; chunks: number }> {
      await flush();
      await removeRowsFrom(files, at, [chunks, chunks]);
      return { rows, tagged, chunks };
    },
  };
};

/**
 * The rows of one file as texts, for whoever needs few of them, in the order of the collector;
 * nothing where it was removed meanwhile.
 */
export const readLines = async (
  files: Pick<Files, 'get'>,
  at: RowsAt,
  chunk: number,
): Promise<string[] | undefined> => {
  const text = await files.get(keyOf(at, chunk));
  return text?.split('\n').filter((line) => line !== '');
};

/** The rows of one file; none where it was removed meanwhile. */
export const readChunk = async (
  files: Pick<Files, 'get'>,
  at: RowsAt,
  chunk: number,
): Promise<Row[]> =>
  ((await readLines(files, at, chunk)) ?? []).map((line): Row => JSON.parse(line));

/** The rows of a table, a file at a time. */
export async function* readRows(
  files: Pick<Files, 'get'>,
  at: RowsAt,
  chunks: number,
): AsyncGenerator<Row[]> {
  for (let chunk = 0; chunk < chunks; chunk += 1) yield await readChunk(files, at, chunk);
}

/** The rows of a table as text, a line of JSON each, a file at a time. */
export async function* readTexts(
  files: Pick<Files, 'get'>,
  at: RowsAt,
  chunks: number,
): AsyncGenerator<string> {
  for (let chunk = 0; chunk < chunks; chunk += 1) yield (await files.get(keyOf(at, chunk))) ?? '';
}

/** Removes the files of rows that nobody reads any more. */
export const removeRows = async (
  files: Pick<Files, 'remove'>,
  at: RowsAt,
  chunks: number,
): Promise<void> => {
  for (let chunk = 0; chunk < chunks; chunk += 1) await files.remove(keyOf(at, chunk));
};
