import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { decide } from '../account/permission.rules.ts';
import { approvalRoutes } from '../approvals/approval.routes.ts';
import { refusalOf as approvalRefusal } from '../approvals/approval.rules.ts';
import { pendingApprovals } from '../approvals/approval.store.ts';
import { botStore } from '../bots/bot.store.ts';
import { executionRoutes } from '../executions/execution.routes.ts';
import type { ExecutionSummary } from '../executions/execution.schema.ts';
import { idBounds } from '../executions/history/history.rules.ts';
import { historyStore } from '../executions/history/history.store.ts';
import { portalRoutes } from '../service-portal/portal.routes.ts';
import { userInputRoutes } from '../user-inputs/user-input.routes.ts';
import { refusalOf as inputRefusal } from '../user-inputs/user-input.rules.ts';
import { userInputStore } from '../user-inputs/user-input.store.ts';
import {
  hasStarted,
  inOrder,
  isFresh,
  lookedBack,
  ofApproval,
  ofFailedRun,
  ofUserInput,
} from './notification.rules.ts';
import type { NotificationKind, Told } from './notification.schema.ts';

export type ToldDeps = { db: Database; clock: Clock };

/** Of each source the newest ones are looked at: what telling costs follows this and no table. */
const mostLookedAt = 100;

const newest = { number_of_items: mostLookedAt };

/** What waits for somebody: they may read it, may decide it, and have not. */
const approvalsFor = async ({ db, clock }: ToldDeps, caller: Caller): Promise<Told[]> => {
  const { getApproval, resolveApproval } = approvalRoutes;
  if (![getApproval, resolveApproval].every((call) => decide(caller, call).allowed)) return [];
  const pending = await pendingApprovals(db, caller.tenant_id, mostLookedAt);
  return pending.filter((one) => !approvalRefusal(one, caller, clock())).map(ofApproval);
};

const userInputsFor = async ({ db, clock }: ToldDeps, caller: Caller): Promise<Told[]> => {
  const { getUserInput, submitUserInput } = userInputRoutes;
  if (![getUserInput, submitUserInput].every((call) => decide(caller, call).allowed)) return [];
  const store = userInputStore(db, caller.tenant_id);
  const { items } = await store.page('pending', newest, [], () => true);
  return items.filter((one) => !inputRefusal(one, caller, clock())).map(ofUserInput);
};

/** The runs whose bots the caller has made. */
const ofOwnBots = async (
  { db }: ToldDeps,
  { tenant_id, user_id }: Caller,
  runs: readonly ExecutionSummary[],
): Promise<ExecutionSummary[]> => {
  const ids = [...new Set(runs.map(({ bot_id }) => bot_id))];
  const bots = await Promise.all(ids.map((id) => botStore(db, tenant_id).get(id)));
  const own = new Set(bots.flatMap((bot) => (bot?.created_by === user_id ? [bot._id] : [])));
  return runs.filter(({ bot_id }) => own.has(bot_id));
};

/** Failed runs that the caller started; with the right to see runs also those of their bots. */
const failedRunsFor = async (deps: ToldDeps, caller: Caller): Promise<Told[]> => {
  const seesRuns = decide(caller, executionRoutes.getExecution).allowed;
  if (!seesRuns && !decide(caller, portalRoutes.getPortalRun).allowed) return [];
  const now = deps.clock();
  const store = historyStore(deps.db, caller.tenant_id);
  const between = idBounds({ created_from: isoTime(now - lookedBack) });
  const failed = async (whose: { caller?: string }) => {
    const page = await store.page({ ...whose, states: ['FAILED'], between }, newest, []);
    return page.items.filter((run) => isFresh(run, now));
  };
  const started = await failed({ caller: caller.user_id });
  if (!seesRuns) return started.map((run) => ofFailedRun(run, 'portal'));
  const ids = new Set(started.map(({ _id }) => _id));
  const others = (await failed({})).filter(({ _id }) => !ids.has(_id));
  const restarted = others.filter((run) => hasStarted(run, caller));
  const rest = others.filter((run) => !hasStarted(run, caller));
  const runs = [...started, ...restarted, ...(await ofOwnBots(deps, caller, rest))];
  return inOrder(runs.map((run) => ofFailedRun(run, 'bots'))).slice(0, mostLookedAt);
};

const sources: Record<NotificationKind, (deps: ToldDeps, caller: Caller) => Promise<Told[]>> = {
  approval: approvalsFor,
  user_input: userInputsFor,
  run_failed: failedRunsFor,
};

/** What somebody is told now, newest first: of everything, or of one kind. */
export const toldTo = async (
  deps: ToldDeps,
  caller: Caller,
  kind?: NotificationKind,
): Promise<Told[]> => {
  const asked = kind === undefined ? Object.values(sources) : [sources[kind]];
  return inOrder((await Promise.all(asked.map((read) => read(deps, caller)))).flat());
};
