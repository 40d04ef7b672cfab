import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { decide } from '../account/permission.rules.ts';
import { mayDecide, refusalOf as approvalRefusal } from '../approvals/approval.rules.ts';
import type { AskedApproval } from '../approvals/approval.schema.ts';
import { pendingApprovals } from '../approvals/approval.store.ts';
import { botStore } from '../bots/bot.store.ts';
import { openQuestionOf } from '../chat/open-question.service.ts';
import type { ExecutionSummary } from '../executions/execution.schema.ts';
import { idBounds, startersOf } from '../executions/history/history.rules.ts';
import { historyStore, type Where } from '../executions/history/history.store.ts';
import { decisionKinds } from '../executions/outcome/outcome.schema.ts';
import type { Integration } from '../integrations/integration.schema.ts';
import { failedIntegrations } from '../integrations/integration.store.ts';
import { refusalOf as inputRefusal } from '../user-inputs/user-input.rules.ts';
import type { UserInput } from '../user-inputs/user-input.schema.ts';
import { newestPending } from '../user-inputs/user-input.store.ts';
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

/**
 * How many notifications each source returns, the newest. Items not meant for the user are skipped,
 * up to a limit, so that the cost does not depend on the size of a table.
 */
const mostTold = 100;

/** Approvals that wait for the caller: they may read and decide them, and have not decided yet. */
const approvalsFor = async ({ db, clock }: ToldDeps, caller: Caller): Promise<Told[]> => {
  if (!mayDecide(caller)) return [];
  const isAsked = (one: AskedApproval) => !approvalRefusal(one, caller, clock());
  return (await pendingApprovals(db, caller.tenant_id, mostTold, isAsked)).map(ofApproval);
};

const userInputsFor = async ({ db, clock }: ToldDeps, caller: Caller): Promise<Told[]> => {
  const { getUserInput, submitUserInput } = guards;
  if (![getUserInput, submitUserInput].every((call) => decide(caller, call).allowed)) return [];
  const isAsked = (one: UserInput) => !inputRefusal(one, caller, clock());
  return (await newestPending(db, caller.tenant_id, mostTold, isAsked)).map(ofUserInput);
};

/** Whether the caller created the bot of a run; each bot is read once. */
const hasMadeBot = ({ db }: ToldDeps, { tenant_id, user_id }: Caller) => {
  const known = new Map<string, Promise<boolean>>();
  return ({ bot_id }: ExecutionSummary): Promise<boolean> => {
    const isOwn =
      known.get(bot_id) ??
      botStore(db, tenant_id).get(bot_id).then((bot) => bot?.created_by === user_id);
    known.set(bot_id, isOwn);
    return isOwn;
  };
};

/** Runs in progress whose agents would ask the caller: see `askedIn`. */
const runsAsking = async (deps: ToldDeps, caller: Caller) => {
  const { tenant_id, user_id } = caller;
  const store = historyStore(deps.db, tenant_id);
  const started = await store.underWay({ caller: user_id }, mostTold);
  if (!mayWrite(caller)) return started;
  const ids = new Set(started.map(({ _id }) => _id));
  const isOwnBots = hasMadeBot(deps, caller);
  const rest = await store.underWay({}, mostTold, async (run) => {
    if (ids.has(run._id)) return false;
    return hasStarted(run, caller) || (startersOf(run).length === 0 && (await isOwnBots(run)));
  });
  return [...started, ...rest];
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
  const told = asked.slice(0, mostTold).map(async ({ run, thread, link }) => {
    const open = await openQuestionOf(deps.db, caller.tenant_id, thread);
    const isPending = open && Date.parse(open.until) > deps.clock();
    return isPending ? [ofQuestion(run, thread, open, link)] : [];
  });
  return (await Promise.all(told)).flat();
};

/** Where the caller can open runs; undefined if they may not. */
const placeOf = (caller: Caller): Place | undefined => {
  if (decide(caller, guards.getExecution).allowed) return 'bots';
  return decide(caller, guards.getPortalRun).allowed ? 'portal' : undefined;
};

/** Runs that ended lately: the caller's own, and if they see all runs, those in `isOthers` too. */
const endedRuns = async (
  { db, clock }: ToldDeps,
  caller: Caller,
  place: Place,
  which: Pick<Where, 'standings'>,
  isOthers: (run: ExecutionSummary) => Promise<boolean> = async () => false,
) => {
  const now = clock();
  const store = historyStore(db, caller.tenant_id);
  const between = idBounds({ created_from: isoTime(now - lookedBack) });
  const ended = (whose: { caller?: string }, accept: typeof isOthers) =>
    store.newest({ ...whose, ...which, between }, mostTold, (run) =>
      isFresh(run, now) ? accept(run) : false,
    );
  const started = await ended({ caller: caller.user_id }, async () => true);
  if (place === 'portal') return started;
  const ids = new Set(started.map(({ _id }) => _id));
  const rest = await ended({}, async (run) => {
    if (ids.has(run._id)) return false;
    return hasStarted(run, caller) || isOthers(run);
  });
  return [...started, ...rest];
};

/** Failed runs that the caller started; if they may see runs, also those of bots they created. */
const failedRunsFor = async (deps: ToldDeps, caller: Caller): Promise<Told[]> => {
  const place = placeOf(caller);
  if (!place) return [];
  const which = { standings: ['FAILED'] as const };
  const runs = await endedRuns(deps, caller, place, which, hasMadeBot(deps, caller));
  return inOrder(runs.map((run) => ofFailedRun(run, place))).slice(0, mostTold);
};

/** Runs that the caller started and that others decided about. */
const decidedRunsFor = async (deps: ToldDeps, caller: Caller): Promise<Told[]> => {
  const place = placeOf(caller);
  if (!place) return [];
  const own = await endedRuns(deps, caller, place, { standings: decisionKinds });
  const told = own.filter((run) => !hasDecided(run, caller));
  return inOrder(told.flatMap((run) => ofDecidedRun(run, place))).slice(0, mostTold);
};

/** Failed integrations: the caller's own ones, or all if the caller may change integrations. */
const failedIntegrationsFor = async ({ db }: ToldDeps, caller: Caller): Promise<Told[]> => {
  const { getIntegration, updateIntegration } = guards;
  if (!decide(caller, getIntegration).allowed) return [];
  const mayMend = decide(caller, updateIntegration).allowed;
  const isTold = ({ userId }: Integration) => mayMend || userId === caller.user_id;
  const failed = await failedIntegrations(db, caller.tenant_id, mostTold, isTold);
  return failed.map(ofFailedIntegration);
};

const sources: Record<NotificationKind, (deps: ToldDeps, caller: Caller) => Promise<Told[]>> = {
  approval: approvalsFor,
  user_input: userInputsFor,
  agent_question: questionsFor,
  run_decided: decidedRunsFor,
  run_failed: failedRunsFor,
  integration_failed: failedIntegrationsFor,
};

/** The caller's current notifications, newest first: of all kinds, or of one kind. */
export const toldTo = async (
  deps: ToldDeps,
  caller: Caller,
  kind?: NotificationKind,
): Promise<Told[]> => {
  const asked = kind === undefined ? Object.values(sources) : [sources[kind]];
  return inOrder((await Promise.all(asked.map((read) => read(deps, caller)))).flat());
};
