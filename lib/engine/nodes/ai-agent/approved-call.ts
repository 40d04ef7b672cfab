import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { maxAgentMinutes } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { type Asks, failedForGood, type Later } from '../node.ts';
import { advanceFollowedCall } from './followed-call.ts';
import {
  type Args,
  argumentsOf,
  type AskedEntry,
  type BegunEntry,
  digestOf,
  type OpenCall,
  toolEntry,
} from './open-call.ts';
import { textIn } from './assistant-entry.ts';
import { cannotAskText, OutcomeUnknown, type PlannedCall, reasonName, toolError } from './tool.ts';
import { OutOfReach } from './transcript.ts';
import type { Agent } from './run-agent.ts';

/** How often people are asked about one call whose effect changes while they decide. */
const maxApprovalRequests = 3;

/** The most characters of an agent's reason that people are shown. */
const maxReasonLength = 2000;

/** The least time (ms) that people get to decide. */
const minDecisionTime = 60_000;

const statedReasonOf = (callEntry: ChatEntry | undefined, args: Args): string => {
  const reason = args[reasonName];
  const text = typeof reason === 'string' && reason.trim() !== '' ? reason : undefined;
  const surroundingText = callEntry?.role === 'assistant' ? textIn(callEntry) : '';
  return (text ?? surroundingText).trim().slice(0, maxReasonLength);
};

const unknownOutcome =
  'This call was started, and its outcome is unknown: it may have taken effect. Do not make it ' +
  'again. Find out by reading whether it took effect, or say in your answer that it is unknown.';

const rejectingResolution = ({ resolutions }: Approval) =>
  resolutions.find((one) => one.user_approval_status === 'rejected');

const rejectionOf = (approval: Approval, now: number) => {
  const rejection = rejectingResolution(approval);
  if (!rejection) return { at: isoTime(now) };
  const { approver_name: by, resolved_at: at, message: reason } = rejection;
  return { by, at, reason };
};

const notApprovedText = (approval: Approval): string => {
  const { status, expires_on } = approval;
  const advice = 'Do not make it again, and do not try to achieve the same in another way.';
  const rejection = rejectingResolution(approval);
  if (rejection) {
    return `${rejection.approver_name} rejected this call: "${rejection.message}". ${advice}`;
  }
  return status === 'expired'
    ? `Nobody approved this call before ${expires_on}, so it was not made. ${advice}`
    : `The approval of this call was ${status}, so it was not made. ${advice}`;
};

const isConsent = ({ status }: Approval): boolean => status === 'approved' || status === 'resolved';

const waitedSince = ({ call }: Agent, { asked_at }: AskedEntry): number =>
  Math.max(0, call.deps.clock() - Date.parse(asked_at));

/** The entry that asks people, or the answer to the model that says why nobody can be asked. */
const askingEntry = (
  agent: Agent,
  entries: readonly ChatEntry[],
  openCall: OpenCall,
  digest: string,
): ChatEntry => {
  const { call, settings, transcript, opened_at } = agent;
  const now = call.deps.clock();
  const endsAt = opened_at + maxAgentMinutes * 60_000;
  const until = Math.min(now + settings.expires_in_minutes * 60_000, endsAt);
  const approval_id = transcript.approvalId?.(entries.length, now);
  if (approval_id === undefined) {
    call.noteNotMade?.();
    return toolEntry(openCall, toolError(cannotAskText));
  }
  if (until - now < minDecisionTime) {
    return toolEntry(
      openCall,
      toolError('There is no time left to ask people to approve this call. Answer now.'),
    );
  }
  const { tool_call_id } = openCall.call;
  const times = { asked_at: isoTime(now), until: isoTime(until) };
  const { approvers } = settings;
  return { role: 'asked', tool_call_id, approval_id, approvers, digest, ...times };
};

const begunBefore =
  'The same call was started before and may have taken effect: check that before you approve.';

/** Identifies a call by its tool and arguments only: its account may be renamed or get new keys. */
const callDigest = ({ tool, args }: OpenCall): string =>
  sha256(canonicalJson({ tool: tool.name, given: argumentsOf(args) }));

const hasUnknownOutcome = (entries: readonly ChatEntry[], openCall: OpenCall): boolean => {
  const digest = callDigest(openCall);
  return entries.some((one) => one.role === 'tool' && one.unknown === digest);
};

/** The content of the approval. */
const requestOf = (
  { call, settings, transcript }: Agent,
  entries: readonly ChatEntry[],
  openCall: OpenCall,
  { digest }: AskedEntry,
  { action, integration, would }: PlannedCall,
) => ({
  approvers: settings.approvers,
  approvals_required: settings.approvals_required,
  no_self_approval: settings.no_self_approval,
  message:
    `The agent "${call.node.name}" asks to run "${action}"` +
    (integration === '' ? '.' : ` with "${integration}".`) +
    (hasUnknownOutcome(entries, openCall) ? ` ${begunBefore}` : ''),
  resources: [],
  next_nodes: [{ name: action, would }],
  asked_call: {
    tool: openCall.tool.name,
    action,
    integration,
    arguments: argumentsOf(openCall.args),
    digest,
    claim: statedReasonOf(entries[openCall.at], openCall.args),
    chat_thread_id: transcript.id ?? '',
  },
});

const waitForApproval = ({ approval_id, until }: AskedEntry, input: unknown): Asks => ({
  type: 'asks',
  kind: 'approval',
  id: approval_id,
  until: Date.parse(until),
  input,
  fallback: failedForGood(cannotAskText),
});

/** Makes an approved call, provided that this process began it and has not made it yet. */
const makeCall = async (
  agent: Agent,
  openCall: OpenCall,
  begunEntry: BegunEntry,
): Promise<ChatEntry> => {
  const { approval_id, by } = begunEntry;
  const digest = callDigest(openCall);
  if (by !== agent.segmentId || agent.madeCalls.has(approval_id)) {
    return toolEntry(openCall, toolError(unknownOutcome), { unknown: digest });
  }
  agent.madeCalls.add(approval_id);
  const { call } = agent;
  const key = `${call.key}:${approval_id}`;
  try {
    return toolEntry(openCall, await openCall.tool.run(call, argumentsOf(openCall.args), key));
  } catch (error) {
    const isKnown = error instanceof OutcomeUnknown;
    if (!isKnown) call.deps.log.error('A tool of an agent failed.', { area: 'engine', error });
    // The sentences after the first are advice for people, such as to try again.
    const reason = isKnown ? `${error.message.split(/(?<=\.) /)[0]} ` : '';
    return toolEntry(openCall, toolError(`${reason}${unknownOutcome}`), { unknown: digest });
  }
};

/** The current state of the last approval that was requested. */
const readApproval = async (
  { call }: Agent,
  last: AskedEntry | undefined,
): Promise<Approval | undefined> => {
  try {
    return last && (await call.approval?.(last.approval_id));
  } catch (error) {
    throw new OutOfReach(error);
  }
};

/** The entry that follows people's decision; undefined where they must be asked again. */
const entryAfterDecision = (
  agent: Agent,
  openCall: OpenCall,
  last: AskedEntry,
  approval: Approval,
  digest: string,
): ChatEntry | undefined => {
  const { tool_call_id } = openCall.call;
  const { approval_id } = last;
  const waited_ms = waitedSince(agent, last);
  if (!isConsent(approval)) {
    const rejection = rejectionOf(approval, agent.call.deps.clock());
    const refusal = { waited_ms, refused: last.digest, rejection };
    return toolEntry(openCall, toolError(notApprovedText(approval)), refusal);
  }
  // The approval holds for the call that people were shown, whatever the thread says.
  if (approval.asked_call?.digest !== digest) return undefined;
  const begun_at = isoTime(agent.call.deps.clock());
  return { role: 'begun', tool_call_id, approval_id, by: agent.segmentId, begun_at, waited_ms };
};

/**
 * The next step of a call that needs approval: people are asked, the call is begun, and it is made.
 * Each step is stored before the next. A call that was begun is never made by another process.
 */
export const advanceApprovedCall = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  openCall: OpenCall,
): Promise<ChatEntry | Asks | Later> => {
  const { call } = agent;
  const { tool_call_id } = openCall.call;
  const callEntries = entries
    .slice(openCall.at)
    .filter(
      (one): one is AskedEntry | BegunEntry =>
        (one.role === 'asked' || one.role === 'begun') && one.tool_call_id === tool_call_id,
    );
  const begunEntry = callEntries.find((one) => one.role === 'begun');
  const askedEntries = callEntries.filter((one) => one.role === 'asked');
  const last = askedEntries.at(-1);
  const { follow } = openCall.tool;
  if (begunEntry && last && follow)
    return advanceFollowedCall(agent, { ...openCall, follow, begunEntry, askedEntry: last });
  if (begunEntry) return makeCall(agent, openCall, begunEntry);
  const approval = await readApproval(agent, last);
  if (last && approval?.status === 'pending') return waitForApproval(last, {});
  const args = argumentsOf(openCall.args);
  const plannedCall = await openCall.tool.plan(call, args, call.key);
  if ('is_error' in plannedCall) return toolEntry(openCall, plannedCall);
  const digest = digestOf(plannedCall, args);
  if (last && !approval) {
    return waitForApproval(last, requestOf(agent, entries, openCall, last, plannedCall));
  }
  const next = last && approval && entryAfterDecision(agent, openCall, last, approval, digest);
  if (next) return next;
  if (askedEntries.length >= maxApprovalRequests) {
    const message = 'What this call would do changed each time it was approved. Do not retry it.';
    return toolEntry(openCall, toolError(message));
  }
  const isRefused = entries.some((one) => one.role === 'tool' && one.refused === digest);
  return isRefused
    ? toolEntry(
        openCall,
        toolError('People did not permit this very call before. Do not retry it.'),
      )
    : askingEntry(agent, entries, openCall, digest);
};
