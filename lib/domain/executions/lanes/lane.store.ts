import {
  type Database,
  getItem,
  type Item,
  putNewItem,
  readEntries,
  readItems,
  updateItem,
} from '#lib/kernel/database.ts';
import { limits } from '#lib/kernel/limits.ts';
import { readPage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { removeItems } from '#lib/kernel/removal.ts';
import { forkPathOf } from './lane.rules.ts';
import {
  type ExecutionChange,
  fromJsonText,
  openCondition,
  parseStoredResults,
  stepSettings,
  toJsonText,
  toStoredResults,
} from '../execution.store.ts';
import { laneTable } from '../execution.table.ts';
import type { ExecutionState } from '../execution.schema.ts';
import { type Lane, lane } from './lane.schema.ts';

/** Begins with the depth, so that siblings are adjacent, whatever lanes are nested in them. */
const sortKey = (path: string): string => `${path.split('/').length}#${path}`;

const parseLane = (item: Item): Lane =>
  lane.parse({ ...item, item: fromJsonText(item.item), results: parseStoredResults(item.results) });

/** The lanes of one organisation's runs. */
export const laneStore = (db: Database, tenantId: string) => {
  const runKey = (runId: string) => `${tenantId}#${runId}`;
  const keyOf = (runId: string, path: string) => ({
    run_key: runKey(runId),
    lane_key: sortKey(path),
  });

  async function* between(runId: string, from: string, to: string): AsyncGenerator<Lane> {
    const question = { table: laneTable, partition: runKey(runId), between: [from, to] as const };
    for await (const item of readItems(db, question)) yield parseLane(item);
  }

  return {
    async get(runId: string, path: string): Promise<Lane | undefined> {
      const item = await getItem(db, laneTable, keyOf(runId, path));
      return item && parseLane(item);
    },

    /** The lanes that one opener has opened so far, in index order. */
    opened(runId: string, parent: string, openerId: string): AsyncGenerator<Lane> {
      const prefix = sortKey(`${forkPathOf(parent, openerId)}.`);
      return between(runId, prefix, `${prefix}~`);
    },

    /** One page of these lanes, optionally of one state only. */
    page(
      runId: string,
      { parent, opener }: { parent: string; opener: string },
      request: PageRequest,
      state?: ExecutionState,
    ): Promise<Page<Lane>> {
      const prefix = sortKey(`${forkPathOf(parent, opener)}.`);
      const question = { table: laneTable, partition: runKey(runId), prefix };
      const accept = (one: Lane) => state === undefined || one.state === state;
      return readPage(db, { question, request, scope: [state], parse: parseLane, accept });
    },

    /** All lanes of a run, outer ones first; with `prefix` only those whose paths begin with it. */
    async *all(runId: string, prefix = ''): AsyncGenerator<Lane> {
      if (prefix === '') yield* between(runId, '0', '~');
      else {
        for (let depth = prefix.split('/').length; depth <= limits.laneDepth; depth += 1) {
          yield* between(runId, `${depth}#${prefix}`, `${depth}#${prefix}~`);
        }
      }
    },

    /** Returns false if the lane exists already. */
    create: (runId: string, { results, item, ...one }: Lane): Promise<boolean> =>
      putNewItem(db, laneTable, {
        ...one,
        ...keyOf(runId, one.lane),
        item: toJsonText(item),
        results: toStoredResults(results),
      }),

    /** Removes all lanes of a run; returns how many. */
    removeAll: (runId: string): Promise<number> =>
      removeItems(db, { table: laneTable, partition: runKey(runId) }),

    /** Like `ExecutionStore.commit`, for a lane. */
    commit: (runId: string, path: string, change: ExecutionChange, expectedUpdatedAt?: string) =>
      updateItem(
        db,
        laneTable,
        keyOf(runId, path),
        stepSettings(change),
        openCondition(expectedUpdatedAt),
      ),
  };
};

/** Identifies a lane. */
export type LaneRef = { tenant_id: string; bot_exc_id: string; lane: string };

/** All lanes that have not ended, of all tenants. */
export async function* openLanes(db: Database): AsyncGenerator<LaneRef> {
  const question = { table: laneTable, index: 'open', partition: 'open' };
  for await (const { run_key, lane_key } of readEntries(db, question, {})) {
    const [tenant_id = '', bot_exc_id = ''] = String(run_key).split('#');
    const [, lane = ''] = String(lane_key).split('#');
    yield { tenant_id, bot_exc_id, lane };
  }
}
