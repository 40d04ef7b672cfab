import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { maxAgentMinutes } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import { nextPollDelay } from '../poll-delay.ts';
import { failedForGood, type Later } from '../node.ts';
import {
  argumentsOf,
  type AskedEntry,
  type BegunEntry,
  digestOf,
  type OpenCall,
  toolEntry,
} from './open-call.ts';
import { type Tool, toolError } from './tool.ts';
import type { Agent } from './run-agent.ts';

/** An approved call that starts a run of its own, which is followed until it ends. */
type FollowedCall = OpenCall & {
  follow: NonNullable<Tool['follow']>;
  askedEntry: AskedEntry;
  begunEntry: BegunEntry;
};

/** The id of the run that a call starts: the same for every process that may start it. */
const runIdOf = (
  key: string,
  { begun_at, approval_id }: BegunEntry,
  { asked_at }: AskedEntry,
): string => derivedId('exc', Date.parse(begun_at ?? asked_at), key, approval_id);

/**
 * The ids of runs that calls of a thread may have started, without a known end. A process that dies
 * right after it started a run has not recorded that.
 */
export const startedRuns = (entries: readonly ChatEntry[], key: string): string[] => {
  const recentEntries = entries.slice(entries.findLastIndex(({ role }) => role === 'assistant'));
  return recentEntries.flatMap((entry) => {
    if (entry.role !== 'begun') return [];
    const { tool_call_id, approval_id } = entry;
    const isOver = recentEntries.some(
      (one) => one.role === 'tool' && one.tool_call_id === tool_call_id,
    );
    const askedEntry = recentEntries.find(
      (one) => one.role === 'asked' && one.approval_id === approval_id,
    );
    return askedEntry?.role === 'asked' && !isOver ? [runIdOf(key, entry, askedEntry)] : [];
  });
};

/** Milliseconds until the first poll of a started run; later polls are further apart. */
const firstPollMs = 2000;

const botChangedError = toolError(
  'The bot was changed after people approved this run, so it was not started. Ask again.',
);

const tooLongError = toolError(
  'The time of this conversation ended before the run did. The run continues by itself.',
);

const pollRunLater = (withinMs: number, waitedMs: number): Later => ({
  type: 'later',
  // By the time since this run was started, not since the agent began.
  afterMs: nextPollDelay(firstPollMs, waitedMs),
  exact: true,
  withinMs,
  fallback: failedForGood('The run that the agent started did not end in time.'),
});

/** Starts the run if it is still what people approved. Returns the reason if it was not started. */
const startIfUnchanged = async (agent: Agent, followedCall: FollowedCall, id: string) => {
  const { call } = agent;
  const args = argumentsOf(followedCall.args);
  const plannedCall = await followedCall.tool.plan(call, args, call.key);
  if ('is_error' in plannedCall) return plannedCall;
  if (digestOf(plannedCall, args) !== followedCall.askedEntry.digest) return botChangedError;
  return followedCall.follow.start(call, args, id);
};

/**
 * The next step of an approved call that starts a run. All processes use the same run id, so the
 * first starts the run, and then it is polled until it has ended. Nothing in the engine blocks
 * meanwhile.
 */
export const advanceFollowedCall = async (
  agent: Agent,
  followedCall: FollowedCall,
): Promise<ChatEntry | Later> => {
  const { call, opened_at } = agent;
  const { begun_at } = followedCall.begunEntry;
  const startedAt = Date.parse(begun_at ?? followedCall.askedEntry.asked_at);
  const id = runIdOf(call.key, followedCall.begunEntry, followedCall.askedEntry);
  const waited = () => ({ waited_ms: Math.max(0, call.deps.clock() - startedAt) });
  const runState = await followedCall.follow.readState(call, id);
  if (typeof runState === 'object') return toolEntry(followedCall, runState, waited());
  const startError =
    runState === 'not begun' ? await startIfUnchanged(agent, followedCall, id) : undefined;
  if (startError) return toolEntry(followedCall, startError, waited());
  if (agent.startedRunId !== id) {
    const session_generated_bot_id = followedCall.follow.bot_id;
    await agent.transcript.note({ session_generated_bot_id, session_generated_bot_exc_id: id });
    agent.startedRunId = id;
  }
  const timeLeft = opened_at + maxAgentMinutes * 60_000 - call.deps.clock();
  return timeLeft > 0
    ? pollRunLater(timeLeft, waited().waited_ms)
    : toolEntry(followedCall, tooLongError, waited());
};
