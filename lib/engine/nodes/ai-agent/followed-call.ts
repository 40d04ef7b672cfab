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
  asked: AskedEntry;
  begun: BegunEntry;
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
  const since = entries.slice(entries.findLastIndex(({ role }) => role === 'assistant'));
  return since.flatMap((begun) => {
    if (begun.role !== 'begun') return [];
    const { tool_call_id, approval_id } = begun;
    const isOver = since.some((one) => one.role === 'tool' && one.tool_call_id === tool_call_id);
    const asked = since.find((one) => one.role === 'asked' && one.approval_id === approval_id);
    return asked?.role === 'asked' && !isOver ? [runIdOf(key, begun, asked)] : [];
  });
};

/** Milliseconds until the first poll of a started run; later polls are further apart. */
const firstPollMs = 2000;

const botChangedError = toolError(
  'The bot was changed after people had approved this run, so it was not started. Ask again.',
);

const tooLongError = toolError(
  'The time of this conversation is over before the run has ended. It goes on by itself.',
);

const pollRunLater = (withinMs: number, waitedMs: number): Later => ({
  type: 'later',
  // By the time since this run was started, not since the agent began.
  afterMs: nextPollDelay(firstPollMs, waitedMs),
  exact: true,
  withinMs,
  otherwise: failedForGood('The run that the agent started did not end in time.'),
});

/** Starts the run if it is still what people approved. Returns the reason if it was not started. */
const startIfUnchanged = async (agent: Agent, open: FollowedCall, id: string) => {
  const { call } = agent;
  const given = argumentsOf(open.args);
  const planned = await open.tool.plan(call, given, call.key);
  if ('is_error' in planned) return planned;
  if (digestOf(planned, given) !== open.asked.digest) return botChangedError;
  return open.follow.start(call, given, id);
};

/**
 * The next step of an approved call that starts a run. All processes use the same run id, so the
 * first starts the run, and then it is polled until it has ended. Nothing in the engine blocks
 * meanwhile.
 */
export const advanceFollowedCall = async (
  agent: Agent,
  open: FollowedCall,
): Promise<ChatEntry | Later> => {
  const { call, opened_at } = agent;
  const { begun_at } = open.begun;
  const since = Date.parse(begun_at ?? open.asked.asked_at);
  const id = runIdOf(call.key, open.begun, open.asked);
  const waited = () => ({ waited_ms: Math.max(0, call.deps.clock() - since) });
  const came = await open.follow.look(call, id);
  if (typeof came === 'object') return toolEntry(open, came, waited());
  const why = came === 'not begun' ? await startIfUnchanged(agent, open, id) : undefined;
  if (why) return toolEntry(open, why, waited());
  if (agent.started !== id) {
    const session_generated_bot_id = open.follow.bot_id;
    await agent.transcript.note({ session_generated_bot_id, session_generated_bot_exc_id: id });
    agent.started = id;
  }
  const left = opened_at + maxAgentMinutes * 60_000 - call.deps.clock();
  return left > 0
    ? pollRunLater(left, waited().waited_ms)
    : toolEntry(open, tooLongError, waited());
};
