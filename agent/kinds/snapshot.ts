// A snapshot of a cluster: its lists, in parts that each fit into one result.
import type {
  SnapshotArgs,
  SnapshotPage,
  SnapshotPart,
  SnapshotPosition,
} from '../../lib/domain/agents/jobs/snapshot.schema.ts';
import { type Cluster, ClusterError, ResponseTooLarge } from '../cluster.ts';
import { isTokenExpired, maxTries, readPage } from './lists.ts';

/** The most bytes of the items of one part: less than a result may have. */
const maxPartBytes = 2.5 * 1024 * 1024;

/** Items of a page; reduced if they are too large. */
const pageSize = 250;

type Item = Record<string, unknown>;

/** Removes managed fields: they are half of an object, and the inventory does not use them. */
const withoutManagedFields = (item: Item): Item => {
  const { metadata } = item;
  if (typeof metadata !== 'object' || metadata === null) return item;
  const { managedFields, ...remaining } = metadata as Item;
  return { ...item, metadata: remaining };
};

type PageResult =
  | { items: Item[]; bytes: number; next: string | undefined }
  /** The page is larger than the room that is left. */
  | 'too large'
  | 'out of date'
  /** A sentence: the cluster lacks this list, or the agent may not read it. */
  | { error: string };

type ReadContext = { cluster: Cluster; signal: AbortSignal };

const readSnapshotPage = async (
  { cluster, signal }: ReadContext,
  list: SnapshotArgs['lists'][number],
  { continue: from, limit = pageSize }: SnapshotPosition,
  maxBytes: number,
): Promise<PageResult> => {
  try {
    const page = await readPage(cluster, list, { limit, from }, signal);
    const items = page.items.map(withoutManagedFields);
    const bytes = Buffer.byteLength(JSON.stringify(items));
    return bytes > maxBytes ? 'too large' : { items, bytes, next: page.next };
  } catch (error) {
    if (error instanceof ResponseTooLarge) return 'too large';
    if (isTokenExpired(error)) return 'out of date';
    if (error instanceof ClusterError) return { error: error.message };
    throw error;
  }
};

const objectTooLargeMessage = 'One object of this list is larger than a result may be.';
const changesTooFastMessage = 'This list went out of date each time before it was read.';

const nextListPosition = ({ list }: SnapshotPosition): SnapshotPosition => ({
  list: list + 1,
  tries: 1,
});

/** Continues reading from a place until the part is full or all lists are read. */
export const snapshotPart = async (
  context: ReadContext,
  { lists, from }: SnapshotArgs,
): Promise<SnapshotPart> => {
  const pages: SnapshotPage[] = [];
  let position: SnapshotPosition = from ?? { list: 0, tries: 1 };
  let remainingBytes = maxPartBytes;
  for (;;) {
    const list = lists[position.list];
    if (!list) return { pages };
    const { api, resource } = list;
    const begins = position.continue === undefined;
    const result = await readSnapshotPage(context, list, position, remainingBytes);
    const failList = (error: string) => {
      pages.push({ api, resource, items: [], begins, ends: true, error });
      position = nextListPosition(position);
    };
    if (result === 'out of date') {
      const { continue: old, tries, ...listStart } = position;
      if (tries < maxTries) position = { ...listStart, tries: tries + 1 };
      else failList(changesTooFastMessage);
    } else if (result === 'too large') {
      const { limit = pageSize } = position;
      const isFull =
        remainingBytes < maxPartBytes / 2 || (remainingBytes < maxPartBytes && limit === 1);
      if (isFull) return { pages, next: position };
      if (limit > 1) position = { ...position, limit: Math.ceil(limit / 4) };
      else failList(objectTooLargeMessage);
    } else if ('error' in result) failList(result.error);
    else {
      const { items, bytes, next } = result;
      pages.push({ api, resource, items, begins, ends: next === undefined });
      if (items.length > 0) remainingBytes -= bytes;
      position = next === undefined ? nextListPosition(position) : { ...position, continue: next };
    }
  }
};
