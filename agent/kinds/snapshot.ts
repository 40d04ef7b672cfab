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
  const { managedFields, ...kept } = metadata as Item;
  return { ...item, metadata: kept };
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
  room: number,
): Promise<PageResult> => {
  try {
    const page = await readPage(cluster, list, { limit, from }, signal);
    const items = page.items.map(withoutManagedFields);
    const bytes = Buffer.byteLength(JSON.stringify(items));
    return bytes > room ? 'too large' : { items, bytes, next: page.next };
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
  open: ReadContext,
  { lists, from }: SnapshotArgs,
): Promise<SnapshotPart> => {
  const pages: SnapshotPage[] = [];
  let place: SnapshotPosition = from ?? { list: 0, tries: 1 };
  let room = maxPartBytes;
  for (;;) {
    const list = lists[place.list];
    if (!list) return { pages };
    const { api, resource } = list;
    const begins = place.continue === undefined;
    const came = await readSnapshotPage(open, list, place, room);
    const end = (error: string) => {
      pages.push({ api, resource, items: [], begins, ends: true, error });
      place = nextListPosition(place);
    };
    if (came === 'out of date') {
      const { continue: old, tries, ...again } = place;
      if (tries < maxTries) place = { ...again, tries: tries + 1 };
      else end(changesTooFastMessage);
    } else if (came === 'too large') {
      const { limit = pageSize } = place;
      const isFull = room < maxPartBytes / 2 || (room < maxPartBytes && limit === 1);
      if (isFull) return { pages, next: place };
      if (limit > 1) place = { ...place, limit: Math.ceil(limit / 4) };
      else end(objectTooLargeMessage);
    } else if ('error' in came) end(came.error);
    else {
      const { items, bytes, next } = came;
      pages.push({ api, resource, items, begins, ends: next === undefined });
      if (items.length > 0) room -= bytes;
      place = next === undefined ? nextListPosition(place) : { ...place, continue: next };
    }
  }
};
