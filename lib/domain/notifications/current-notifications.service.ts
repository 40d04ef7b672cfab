import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { decide } from '../account/permission.rules.ts';
import { decisionRefusalOf as approvalRefusal, mayDecide } from '../approvals/approval.rules.ts';
import type { ApprovalHeader } from '../approvals/approval.schema.ts';
import { pendingApprovals } from '../approvals/approval.store.ts';
import { botStore } from '../bots/bot.store.ts';
import { findOpenQuestion } from '../chat/open-question.service.ts';
import type { ExecutionSummary } from '../executions/execution.schema.ts';
import { idBounds, startersOf } from '../executions/history/history.rules.ts';
import { historyStore, type RunSearch } from '../executions/history/history.store.ts';
import { decisionKinds } from '../executions/outcome/outcome.schema.ts';
import type { Integration } from '../integrations/integration.schema.ts';
import { failedIntegrations } from '../integrations/integration.store.ts';
import { submitRefusalOf as inputRefusal } from '../user-inputs/user-input.rules.ts';
import type { UserInput } from '../user-inputs/user-input.schema.ts';
import { newestPendingInputs } from '../user-inputs/user-input.store.ts';
import { answerPath, mayWriteInChat, mayWriteInPortal } from './answer-path.service.ts';
import {
  approvalNotification,
  decidedRunNotifications,
  failedRunNotification,
  hasEndedRecently,
  hasStarted,
  inputNotification,
  integrationNotification,
  isOnlyDecider,
  lookBackMs,
  questionNotification,
  type RunArea,
  sortNewestFirst,
} from './notification.rules.ts';
import type { NotificationContent, NotificationKind } from './notification.schema.ts';

export type NotificationDeps = { db: Database; clock: Clock };

/**
 * How many notifications each source returns, the newest. Items not meant for the user are skipped,
 * up to a limit, so that the cost does not depend on the size of a table.
 */
const maxPerSource = 100;

/** Approvals that wait for the caller: they may read and decide them, and have not decided yet. */
const approvalsFor = async (
  { db, clock }: NotificationDeps,
  caller: Caller,
): Promise<NotificationContent[]> => {
  if (!mayDecide(caller)) return [];
  const canAnswer = (one: ApprovalHeader) => !approvalRefusal(one, caller, clock());
  return (await pendingApprovals(db, caller.tenant_id, maxPerSource, canAnswer)).map(
    approvalNotification,
  );
};

const userInputsFor = async (
  { db, clock }: NotificationDeps,
  caller: Caller,
): Promise<NotificationContent[]> => {
  const { getUserInput, submitUserInput } = guards;
  if (![getUserInput, submitUserInput].every((call) => decide(caller, call).allowed)) return [];
  const canAnswer = (one: UserInput) => !inputRefusal(one, caller, clock());
  return (await newestPendingInputs(db, caller.tenant_id, maxPerSource, canAnswer)).map(
    inputNotification,
  );
};

/** Whether the caller created the bot of a run; each bot is read once. */
const hasMadeBot = ({ db }: NotificationDeps, { tenant_id, user_id }: Caller) => {
  const cache = new Map<string, Promise<boolean>>();
  return ({ bot_id }: ExecutionSummary): Promise<boolean> => {
    const isCreator =
      cache.get(bot_id) ??
      botStore(db, tenant_id)
        .get(bot_id)
        .then((bot) => bot?.created_by === user_id);
    cache.set(bot_id, isCreator);
    return isCreator;
  };
};

/** Runs in progress whose agents would ask the caller. */
const runsAsking = async (deps: NotificationDeps, caller: Caller) => {
  const { tenant_id, user_id } = caller;
  const store = historyStore(deps.db, tenant_id);
  const started = await store.underWay({ caller: user_id }, maxPerSource);
  if (!mayWriteInChat(caller)) return started;
  const ids = new Set(started.map(({ _id }) => _id));
  const isOwnBots = hasMadeBot(deps, caller);
  const otherRuns = await store.underWay({}, maxPerSource, async (run) => {
    if (ids.has(run._id)) return false;
    return hasStarted(run, caller) || (startersOf(run).length === 0 && (await isOwnBots(run)));
  });
  return [...started, ...otherRuns];
};

/** What agents ask the caller in their chats. */
const questionsFor = async (
  deps: NotificationDeps,
  caller: Caller,
): Promise<NotificationContent[]> => {
  if (!mayWriteInChat(caller) && !mayWriteInPortal(caller)) return [];
  const candidates = (await runsAsking(deps, caller)).flatMap((run) =>
    [run.waiting_for, ...Object.values(run.waits)].flatMap((wait) => {
      const thread = wait?.kind === 'message' ? wait.thread : undefined;
      const link = thread && answerPath(caller, run, thread);
      return thread && link !== undefined ? [{ run, thread, link }] : [];
    }),
  );
  const notifications = candidates.slice(0, maxPerSource).map(async ({ run, thread, link }) => {
    const question = await findOpenQuestion(deps.db, caller.tenant_id, thread);
    const isPending = question && Date.parse(question.until) > deps.clock();
    return isPending ? [questionNotification(run, thread, question, link)] : [];
  });
  return (await Promise.all(notifications)).flat();
};

/** Where the caller can open runs; undefined if they may not. */
const runAreaOf = (caller: Caller): RunArea | undefined => {
  if (decide(caller, guards.getExecution).allowed) return 'bots';
  return decide(caller, guards.getPortalRun).allowed ? 'portal' : undefined;
};

/** Runs that ended lately: the caller's own, and if they see all runs, those in `isOthers` too. */
const endedRuns = async (
  { db, clock }: NotificationDeps,
  caller: Caller,
  area: RunArea,
  search: Pick<RunSearch, 'standings'>,
  isOthers: (run: ExecutionSummary) => Promise<boolean> = async () => false,
) => {
  const now = clock();
  const store = historyStore(db, caller.tenant_id);
  const between = idBounds({ created_from: isoTime(now - lookBackMs) });
  const ended = (whose: { caller?: string }, accept: typeof isOthers) =>
    store.newest({ ...whose, ...search, between }, maxPerSource, (run) =>
      hasEndedRecently(run, now) ? accept(run) : false,
    );
  const started = await ended({ caller: caller.user_id }, async () => true);
  if (area === 'portal') return started;
  const ids = new Set(started.map(({ _id }) => _id));
  const otherRuns = await ended({}, async (run) => {
    if (ids.has(run._id)) return false;
    return hasStarted(run, caller) || isOthers(run);
  });
  return [...started, ...otherRuns];
};

/** Failed runs that the caller started; if they may see runs, also those of bots they created. */
const failedRunsFor = async (
  deps: NotificationDeps,
  caller: Caller,
): Promise<NotificationContent[]> => {
  const area = runAreaOf(caller);
  if (!area) return [];
  const search = { standings: ['FAILED'] as const };
  const runs = await endedRuns(deps, caller, area, search, hasMadeBot(deps, caller));
  return sortNewestFirst(runs.map((run) => failedRunNotification(run, area))).slice(
    0,
    maxPerSource,
  );
};

/** Runs that the caller started and that others decided about. */
const decidedRunsFor = async (
  deps: NotificationDeps,
  caller: Caller,
): Promise<NotificationContent[]> => {
  const area = runAreaOf(caller);
  if (!area) return [];
  const runs = await endedRuns(deps, caller, area, { standings: decisionKinds });
  const reported = runs.filter((run) => !isOnlyDecider(run, caller));
  return sortNewestFirst(reported.flatMap((run) => decidedRunNotifications(run, area))).slice(
    0,
    maxPerSource,
  );
};

/** Failed integrations: the caller's own ones, or all if the caller may change integrations. */
const failedIntegrationsFor = async (
  { db }: NotificationDeps,
  caller: Caller,
): Promise<NotificationContent[]> => {
  const { getIntegration, updateIntegration } = guards;
  if (!decide(caller, getIntegration).allowed) return [];
  const mayMend = decide(caller, updateIntegration).allowed;
  const isRecipient = ({ userId }: Integration) => mayMend || userId === caller.user_id;
  const failed = await failedIntegrations(db, caller.tenant_id, maxPerSource, isRecipient);
  return failed.map(integrationNotification);
};

const sources: Record<
  NotificationKind,
  (deps: NotificationDeps, caller: Caller) => Promise<NotificationContent[]>
> = {
  approval: approvalsFor,
  user_input: userInputsFor,
  agent_question: questionsFor,
  run_decided: decidedRunsFor,
  run_failed: failedRunsFor,
  integration_failed: failedIntegrationsFor,
};

/** The caller's current notifications, newest first: of all kinds, or of one kind. */
export const findNotifications = async (
  deps: NotificationDeps,
  caller: Caller,
  kind?: NotificationKind,
): Promise<NotificationContent[]> => {
  const readers = kind === undefined ? Object.values(sources) : [sources[kind]];
  return sortNewestFirst((await Promise.all(readers.map((read) => read(deps, caller)))).flat());
};
