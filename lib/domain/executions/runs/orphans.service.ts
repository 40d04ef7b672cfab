import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import { removeUnownedVersions } from './unowned-versions.service.ts';
import { closeLane } from './close.service.ts';
import { isFinal } from '../execution.rules.ts';
import { executionStore } from '../execution.store.ts';
import { wholeRun } from '../lanes/lane.rules.ts';
import { type LaneRef, laneStore, openLanes } from '../lanes/lane.store.ts';
import { readOpenRunKeys } from './open-run.store.ts';
import { allPauses, type AwaitedItem } from '../../pauses/pause.store.ts';
import { type QuestionArea, questionKinds, questions } from '../../questions/question.schema.ts';
import { questionStorage } from '../../questions/question.service.ts';
import { unreviewedSlots } from '../slots/slot.store.ts';
import { reviewSlot } from '../slots/slots.service.ts';
import { type WakeDeps, wakeRun } from '../../pauses/wake.service.ts';

export type OrphanDeps = WakeDeps & { clock: Clock; log: Log };

/** Number of orphans that were found and removed, by kind. */
export type OrphanCounts = Record<QuestionArea | 'pauses' | 'lanes' | 'slots' | 'versions', number>;

/** Maximum number removed of each kind per round; the next round continues. */
const maxPerKind = 1000;

/** Slots that were reviewed within this time are not reviewed again (ms). */
const slotReviewInterval = 3600_000;

const keyOf = ({ tenant_id, bot_exc_id, lane }: LaneRef): string =>
  `${tenant_id}#${bot_exc_id}#${lane}`;

/** The keys of open runs and lanes. The few that are not among these are looked up one by one. */
const readOpenRunsAndLanes = async (db: Database) => {
  const lanes: LaneRef[] = [];
  const runs = await readOpenRunKeys(db);
  for await (const lane of openLanes(db)) lanes.push(lane);
  return { runs, lanes };
};

/** Returns a check of whether a run or lane has ended; unless listed as open, it is looked up. */
const createEndedCheck = (
  db: Database,
  { runs, lanes }: Awaited<ReturnType<typeof readOpenRunsAndLanes>>,
) => {
  const openKeys = new Set(lanes.map(keyOf));
  const ended = new Map<string, Promise<boolean>>();

  const runEnded = (tenantId: string, id: string): Promise<boolean> => {
    const key = `${tenantId}#${id}`;
    const checkRun = async () => {
      const run = await executionStore(db, tenantId).get(id);
      return !run || isFinal(run.state);
    };
    const result = ended.get(key) ?? (runs.has(key) ? Promise.resolve(false) : checkRun());
    ended.set(key, result);
    return result;
  };

  return async (laneRef: LaneRef): Promise<boolean> => {
    const { tenant_id, bot_exc_id, lane } = laneRef;
    if (await runEnded(tenant_id, bot_exc_id)) return true;
    if (lane === wholeRun || openKeys.has(keyOf(laneRef))) return false;
    const found = await laneStore(db, tenant_id).get(bot_exc_id, lane);
    return found !== undefined && isFinal(found.state);
  };
};

/** Removes the orphans, up to the maximum of a kind; returns how many. */
const removeEach = async <T>(
  all: AsyncIterable<T> | Iterable<T>,
  isOrphan: (one: T) => Promise<boolean>,
  remove: (one: T) => Promise<unknown>,
): Promise<number> => {
  let removed = 0;
  for await (const one of all) {
    if (!(await isOrphan(one))) continue;
    await remove(one);
    removed += 1;
    if (removed === maxPerKind) break;
  }
  return removed;
};

/** Withdraws the questions of runs or lanes that have ended. */
const withdrawQuestions = async (
  db: Database,
  isOrphan: (one: AwaitedItem) => Promise<boolean>,
) => {
  const withdrawn: [QuestionArea, number][] = [];
  for (const kind of questionKinds) {
    const { store, allPending } = questionStorage(kind);
    const count = await removeEach(allPending(db), isOrphan, ({ tenant_id, _id }) =>
      store(db, tenant_id).withdraw(_id),
    );
    withdrawn.push([questions[kind].area, count]);
  }
  return Object.fromEntries(withdrawn) as Record<QuestionArea, number>;
};

/** Frees places held by ended runs, in slots that were not reviewed for an hour. */
const freeSlots = async (deps: OrphanDeps): Promise<number> => {
  let [freed, reviewed] = [0, 0];
  for await (const slot of unreviewedSlots(deps.db, isoTime(deps.clock() - slotReviewInterval))) {
    freed += await reviewSlot(deps, slot);
    reviewed += 1;
    if (reviewed === maxPerKind) break;
  }
  return freed;
};

const logOrphans = ({ log }: OrphanDeps, { versions, ...orphans }: OrphanCounts): void => {
  if (versions > 0) log.info('Versions of deleted bots were removed.', { count: versions });
  for (const [area, count] of Object.entries(orphans)) {
    if (count > 0) log.warn('What ended runs had left behind was removed.', { area, count });
  }
};

/**
 * Finds and removes orphans of all tenants: records left behind by a process that died. They are
 * found through indexes, so the work depends on what is open and not on the whole history. Pauses
 * come first: each is ended, so that its machine finds out by itself that the run is over.
 */
export const removeOrphans = (deps: OrphanDeps) => async (): Promise<OrphanCounts> => {
  const { db } = deps;
  const openRecords = await readOpenRunsAndLanes(db);
  const hasEnded = createEndedCheck(db, openRecords);
  const isOrphan = ({ tenant_id, place }: AwaitedItem) => hasEnded({ tenant_id, ...place });
  const end = { state: 'CANCELLED', cause: 'The run has ended.', now: deps.clock() } as const;
  const orphans = {
    pauses: await removeEach(allPauses(db), isOrphan, (one) =>
      wakeRun(deps, one.tenant_id, one.place),
    ),
    ...(await withdrawQuestions(db, isOrphan)),
    lanes: await removeEach(
      openRecords.lanes,
      (one) => hasEnded({ ...one, lane: wholeRun }),
      (one) => closeLane(deps, one, one.lane, end),
    ),
    slots: await freeSlots(deps),
    versions: await removeUnownedVersions(deps, maxPerKind),
  };
  logOrphans(deps, orphans);
  return orphans;
};
