import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { pathTo } from '#lib/pages.ts';
import type { ApprovalHeader } from '../approvals/approval.schema.ts';
import type { OpenQuestion } from '../chat/question.rules.ts';
import type { ExecutionSummary, WaitingFor } from '../executions/execution.schema.ts';
import { causeText } from '../executions/cause-text.rules.ts';
import { startersOf } from '../executions/history/history.rules.ts';
import type { Integration } from '../integrations/integration.schema.ts';
import type { UserInput } from '../user-inputs/user-input.schema.ts';
import { decisionText } from '../executions/outcome/outcome-text.rules.ts';
import type { DecisionKind } from '../executions/outcome/outcome.schema.ts';
import type { NotificationContent, NotificationKind } from './notification.schema.ts';

const day = 24 * 3600_000;

/** How long (ms) after its end a failed run is among the notifications. */
const failedShownMs = 7 * day;

/** Long enough to find a run that waited for people for 30 days, the most, and then failed. */
export const lookBackMs = 38 * day;

const maxTextLength = 300;

const shorten = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;

const causeFields = (cause: string | undefined): Pick<NotificationContent, 'cause'> =>
  cause === undefined ? {} : { cause };

export const approvalNotification = ({
  _id,
  bot_name,
  message,
  requested_on,
  cause,
}: ApprovalHeader): NotificationContent => ({
  ...causeFields(cause),
  _id: `approval:${_id}`,
  kind: 'approval',
  title: `${bot_name} asks for an approval`,
  text: shorten(message),
  at: requested_on,
  link: pathTo('takeAction', { approval_id: _id }),
});

export const inputNotification = ({
  _id,
  bot_name,
  message,
  created_at,
  cause,
}: UserInput): NotificationContent => ({
  ...causeFields(cause),
  _id: `user_input:${_id}`,
  kind: 'user_input',
  title: `${bot_name} asks for input`,
  text: shorten(message),
  at: created_at,
  link: pathTo('userInput', { user_input_id: _id }),
});

/** The notification for an agent's question, identified by its thread and the place in it. */
export const questionNotification = (
  { bot_name, trigger }: Pick<ExecutionSummary, 'bot_name' | 'trigger'>,
  { chat_thread_id, sequence }: NonNullable<WaitingFor['thread']>,
  { question, asked_at }: OpenQuestion,
  link: string,
): NotificationContent => ({
  ...causeFields(causeText(trigger)),
  _id: `agent_question:${chat_thread_id}-${sequence}`,
  kind: 'agent_question',
  title: `An agent of ${bot_name} asks a question`,
  text: shorten(question),
  at: asked_at,
  link,
});

/** Users who may not see runs follow their own in the service portal. */
export type RunArea = 'bots' | 'portal';

const runNotification = (
  { _id, bot_id, finished_at, updated_at, trigger }: ExecutionSummary,
  kind: NotificationKind,
  area: RunArea,
) => ({
  ...causeFields(causeText(trigger)),
  _id: `${kind}:${_id}`,
  kind,
  at: finished_at ?? updated_at,
  link:
    area === 'bots'
      ? pathTo('run', { bot_id, bot_exc_id: _id }, { mode: 'view' })
      : pathTo('portalRun', { app_id: bot_id, bot_exc_id: _id }),
});

/** The run's name at the start of a sentence; dry runs are marked as such. */
const nameOf = ({ bot_name, options }: ExecutionSummary): string =>
  options.dry_run ? `Dry run of ${bot_name}` : bot_name;

export const failedRunNotification = (
  run: ExecutionSummary,
  area: RunArea,
): NotificationContent => ({
  ...runNotification(run, 'run_failed', area),
  outcome: 'failed',
  title: `${nameOf(run)} failed`,
  text: shorten(run.errors[0] ?? ''),
});

export const integrationNotification = ({
  _id: accountId,
  alias,
  state_reason = '',
  failed_at = '',
}: Integration): NotificationContent => ({
  // A new id for each failure: having read about the last one does not mark this one as read.
  _id: `integration_failed:${accountId}:${failed_at}`,
  kind: 'integration_failed',
  title: `The integration ${alias} failed`,
  text: shorten(state_reason),
  at: failed_at,
  link: pathTo('integration', { accountId }),
});

const decidedTitles: Record<DecisionKind, string> = {
  approved: 'was approved',
  partly_approved: 'was partly approved',
  rejected: 'was rejected',
  expired: 'expired',
};

/** The notification about what people decided in a run; empty if there is no such decision. */
export const decidedRunNotifications = (
  run: ExecutionSummary,
  area: RunArea,
): NotificationContent[] => {
  const { decision, outcome } = run;
  if (!decision || outcome !== decision.kind) return [];
  return [
    {
      ...runNotification(run, 'run_decided', area),
      outcome,
      title: `${nameOf(run)} ${decidedTitles[decision.kind]}`,
      text: shorten(decisionText(decision)),
    },
  ];
};

/** Whether the caller alone decided, and so knows already. */
export const isOnlyDecider = ({ decision }: ExecutionSummary, { user_id }: Caller): boolean =>
  decision?.by.length === 1 && decision.by[0] === user_id;

/** Whether the run ended recently enough to be among the notifications. */
export const hasEndedRecently = ({ finished_at }: ExecutionSummary, now: number): boolean =>
  finished_at !== undefined && finished_at > isoTime(now - failedShownMs);

/** Whether the caller started the run, or started it again. */
export const hasStarted = ({ trigger, options }: ExecutionSummary, { user_id }: Caller): boolean =>
  startersOf({ trigger, options }).includes(user_id);

/** Newest first. */
export const sortNewestFirst = (
  notifications: readonly NotificationContent[],
): NotificationContent[] =>
  notifications.toSorted((a, b) =>
    a.at === b.at ? (a._id < b._id ? 1 : -1) : a.at < b.at ? 1 : -1,
  );
