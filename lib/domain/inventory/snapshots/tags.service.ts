import type { Files } from '#lib/ports/files.ts';
import { resourceOf } from '../resources/resource.rules.ts';
import { readRows, type RowsRef } from './rows.service.ts';

export type Tags = Readonly<Record<string, string>>;

/** Tags by the id of the resource in findings; resources without tags are left out. */
export type TagsByResource = ReadonlyMap<string, Tags>;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const tagsIn = (value: unknown): [key: string, value: string][] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([key, text]) => [key, textOf(text)]);
};

/** The tags of the resources in a table; Steampipe has the tags of every cloud in one column. */
export const tagsOf = async (
  files: Pick<Files, 'get'>,
  at: RowsRef,
  chunks: number,
): Promise<TagsByResource> => {
  const found = new Map<string, Tags>();
  for await (const rows of readRows(files, at, chunks)) {
    for (const row of rows) {
      const tags = tagsIn(row.tags);
      if (tags.length === 0) continue;
      const { _id } = resourceOf(at.table, row, at.integration_id);
      found.set(_id, Object.fromEntries(tags));
    }
  }
  return found;
};
