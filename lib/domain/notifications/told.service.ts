import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { decide } from '../account/permission.rules.ts';
import { mayDecide, refusalOf as approvalRefusal } from '../approvals/approval.rules.ts';
import { pendingApprovals } from '../approvals/approval.store.ts';
import { botStore } from '../bots/bot.store.ts';
import { openQuestionOf } from '../chat/open-question.service.ts';
import type { ExecutionSummary } from '../executions/execution.schema.ts';
import { idBounds, startersOf } from '../executions/history/history.rules.ts';
import { historyStore, type Where } from '../executions/history/history.store.ts';
import { decisionKinds } from '../executions/outcome/outcome.schema.ts';
import { failedIntegrations } from '../integrations/integration.store.ts';
import { refusalOf as inputRefusal } from '../user-inputs/user-input.rules.ts';
import { userInputStore } from '../user-inputs/user-input.store.ts';
import { answerPath, mayWrite, mayWriteInPortal } from './answer-place.service.ts';
import {
  hasDecided,
  hasStarted,
  inOrder,
  isFresh,
  lookedBack,
  ofApproval,
  ofDecidedRun,
  ofFailedIntegration,
  ofFailedRun,
  ofQuestion,
  ofUserInput,
  type Place,
} from './notification.rules.ts';
import type { NotificationKind, Told } from './notification.schema.ts';

export type ToldDeps = { db: Database; clock: Clock };

/** Of each source the newest ones are looked at: what telling costs follows this and no table. */
const mostLookedAt = 100;

const newest = { number_of_items: mostLookedAt };

/** What waits for somebody: they may read it, may decide it, and have not. */
const approvalsFor = async ({ db, clock }: ToldDeps, caller: Caller): Promise<Told[]> => {
  if (!mayDecide(caller)) return [];
  const pending = await pendingApprovals(db, caller.tenant_id, mostLookedAt);
  return pending.filter((one) => !approvalRefusal(one, caller, clock())).map(ofApproval);
};

const userInputsFor = async ({ db, clock }: ToldDeps, caller: Caller): Promise<Told[]> => {
  const { getUserInput, submitUserInput } = guards;
  if (![getUserInput, submitUserInput].every((call) => decide(caller, call).allowed)) return [];
  const store = userInputStore(db, caller.tenant_id);
  const { items } = await store.page('pending', newest, [], () => true);
  return items.filter((one) => !inputRefusal(one, caller, clock())).map(ofUserInput);
};

/** The runs whose bots the caller has made. */
const ofOwnBots = async <T extends ExecutionSummary>(
  { db }: ToldDeps,
  { tenant_id, user_id }: Caller,
  runs: readonly T[],
): Promise<T[]> => {
  const ids = [...new Set(runs.map(({ bot_id }) => bot_id))];
  const bots = await Promise.all(ids.map((id) => botStore(db, tenant_id).get(id)));
  const own = new Set(bots.flatMap((bot) => (bot?.created_by === user_id ? [bot._id] : [])));
  return runs.filter(({ bot_id }) => own.has(bot_id));
};

/** Runs under way that ask the caller, if their agents ask: see `askedIn`. */
const runsAsking = async (deps: ToldDeps, caller: Caller) => {
  const { tenant_id, user_id } = caller;
  const store = historyStore(deps.db, tenant_id);
  const started = await store.underWay({ caller: user_id }, mostLookedAt);
  if (!mayWrite(caller)) return started;
  const ids = new Set(started.map(({ _id }) => _id));
  const rest = (await store.underWay({}, mostLookedAt)).filter(({ _id }) => !ids.has(_id));
  const restarted = rest.filter((run) => hasStarted(run, caller));
  const unstarted = rest.filter((run) => startersOf(run).length === 0);
  return [...started, ...restarted, ...(await ofOwnBots(deps, caller, unstarted))];
};

/** What agents ask the caller in their chats. */
const questionsFor = async (deps: ToldDeps, caller: Caller): Promise<Told[]> => {
  if (!mayWrite(caller) && !mayWriteInPortal(caller)) return [];
  const asked = (await runsAsking(deps, caller)).flatMap((run) =>
    [run.waiting_for, ...Object.values(run.waits)].flatMap((wait) => {
      const thread = wait?.kind === 'message' ? wait.thread : undefined;
      const link = thread && answerPath(caller, run, thread);
      return thread && link !== undefined ? [{ run, thread, link }] : [];
    }),
  );
  const told = asked.slice(0, mostLookedAt).map(async ({ run, thread, link }) => {
    const open = await openQuestionOf(deps.db, caller.tenant_id, thread);
    const isPending = open && Date.parse(open.until) > deps.clock();
    return isPending ? [ofQuestion(run, thread, open, link)] : [];
  });
  return (await Promise.all(told)).flat();
};

/** Where the caller follows runs; undefined where they may not. */
const placeOf = (caller: Caller): Place | undefined => {
  if (decide(caller, guards.getExecution).allowed) return 'bots';
  return decide(caller, guards.getPortalRun).allowed ? 'portal' : undefined;
};

/** Runs that ended lately: those that the caller started, and, where they see runs, others. */
const endedRuns = async (
  { db, clock }: ToldDeps,
  caller: Caller,
  place: Place,
  which: Pick<Where, 'standings'>,
) => {
  const now = clock();
  const store = historyStore(db, caller.tenant_id);
  const between = idBounds({ created_from: isoTime(now - lookedBack) });
  const ended = async (whose: { caller?: string }) => {
    const page = await store.page({ ...whose, ...which, between }, newest, []);
    return page.items.filter((run) => isFresh(run, now));
  };
  const started = await ended({ caller: caller.user_id });
  if (place === 'portal') return { own: started, others: [] };
  const ids = new Set(started.map(({ _id }) => _id));
  const rest = (await ended({})).filter(({ _id }) => !ids.has(_id));
  const restarted = rest.filter((run) => hasStarted(run, caller));
  return {
    own: [...started, ...restarted],
    others: rest.filter((run) => !hasStarted(run, caller)),
  };
};

/** Failed runs that the caller started; with the right to see runs also those of their bots. */
const failedRunsFor = async (deps: ToldDeps, caller: Caller): Promise<Told[]> => {
  const place = placeOf(caller);
  if (!place) return [];
  const { own, others } = await endedRuns(deps, caller, place, { standings: ['FAILED'] });
  const runs = [...own, ...(await ofOwnBots(deps, caller, others))];
  return inOrder(runs.map((run) => ofFailedRun(run, place))).slice(0, mostLookedAt);
};

/** Runs that the caller started, and others decided about. */
const decidedRunsFor = async (deps: ToldDeps, caller: Caller): Promise<Told[]> => {
  const place = placeOf(caller);
  if (!place) return [];
  const { own } = await endedRuns(deps, caller, place, { standings: decisionKinds });
  const told = own.filter((run) => !hasDecided(run, caller));
  return inOrder(told.flatMap((run) => ofDecidedRun(run, place))).slice(0, mostLookedAt);
};

/** Integrations that work no more: those of the caller, and all where they may change them. */
const failedIntegrationsFor = async ({ db }: ToldDeps, caller: Caller): Promise<Told[]> => {
  const { getIntegration, updateIntegration } = guards;
  if (!decide(caller, getIntegration).allowed) return [];
  const mayMend = decide(caller, updateIntegration).allowed;
  const failed = await failedIntegrations(db, caller.tenant_id, mostLookedAt);
  return failed
    .filter(({ userId }) => mayMend || userId === caller.user_id)
    .map(ofFailedIntegration);
};

const sources: Record<NotificationKind, (deps: ToldDeps, caller: Caller) => Promise<Told[]>> = {
  approval: approvalsFor,
  user_input: userInputsFor,
  agent_question: questionsFor,
  run_decided: decidedRunsFor,
  run_failed: failedRunsFor,
  integration_failed: failedIntegrationsFor,
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
