import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { spentIn } from '#lib/domain/chat/spent.rules.ts';
import type { ModelToolCall, ModelTurn } from '#lib/ports/model.ts';
import { type Done, type EffectCall, failed, type Failed, hopeless, type Later } from '../node.ts';
import { type Budget, type EndedBy, noAnswer, usedUp } from './budget.ts';
import type { AgentSettings } from './settings.ts';
import { messagesOf, type NoAnswer, openCall, type Said, saidBy, textIn } from './said.ts';
import { type Tool, toolError } from './tool.ts';
import { OutOfReach, type Transcript } from './transcript.ts';
import { instructionsOf, lastStep, openingOf } from './words.ts';

/** One agent at work. */
export type Agent = {
  call: EffectCall;
  asked: AgentSettings;
  tools: readonly Tool[];
  transcript: Transcript;
};

/** Milliseconds that one call of the engine works on an agent, before others have their turn. */
const slice = 90_000;

const longestAnswer = { output_tokens: 4000, time_ms: 60_000 };

/** Attempts at a model that does not answer, before the agent is given up. */
const mostFailures = 5;

/** The first wait (ms) after a failed attempt; each later one is twice as long. */
const firstWait = 2000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Runs a call of a tool; whatever goes wrong is an answer that the model reads. */
const answerTo = async (
  { call, asked, tools }: Agent,
  { tool_call_id, tool_name, args, invalid }: ModelToolCall,
  before: number,
) => {
  if (invalid !== undefined) return toolError(invalid);
  if (before >= asked.max_tool_calls) {
    return toolError(`All ${asked.max_tool_calls} tool calls are used up. Answer now.`);
  }
  const tool = tools.find(({ name }) => name === tool_name);
  if (!tool) return toolError(`There is no tool "${tool_name.slice(0, 80)}".`);
  if (!isObject(args)) return toolError('Give the arguments as an object.');
  return tool.run(call, args, `${call.key}:${tool_call_id}`).catch((error: unknown) => {
    call.deps.log.error('A tool of an agent failed.', { area: 'engine', error });
    return toolError('The tool failed by itself. Try again, or go on without it.');
  });
};

const turnOf = ({ call, asked, tools }: Agent, entries: readonly ChatEntry[]): ModelTurn => {
  const { steps } = spentIn(entries);
  const isLast = steps === asked.max_steps - 1;
  const instructions = instructionsOf(asked);
  return {
    tenant_id: call.tenant_id,
    model: { integration_id: asked.integration_id, name: asked.model },
    instructions: isLast ? `${instructions}\n\n${lastStep}` : instructions,
    messages: messagesOf(entries),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, input }) => ({ name, description, input })),
    }),
    limits: longestAnswer,
  };
};

/** How an agent begins. */
const beginning = ({ call, asked }: Agent): ChatEntry[] => [
  { role: 'system', text: instructionsOf(asked) },
  { role: 'user', text: openingOf(asked, call.key) },
];

const outputOf = (
  { transcript }: Agent,
  entries: readonly ChatEntry[],
  said: Said,
  ended_by: EndedBy,
) => ({
  response: textIn(said),
  ended_by,
  ...spentIn(entries),
  model: said.model,
  ...(transcript.id !== undefined && { chat_thread_id: transcript.id }),
});

const fail = async ({ transcript }: Agent, failure: Failed): Promise<Failed> => {
  await transcript.note({ status: 'FAILED', error: failure.error });
  return failure;
};

const done = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  said: Said,
  ended_by: EndedBy,
): Promise<Done> => {
  const { transcript } = agent;
  await transcript.note({ status: 'COMPLETED', spent: spentIn(entries), model: said.model });
  return { type: 'done', output: outputOf(agent, entries, said, ended_by), handle: 'next' };
};

/** Ends at a budget with what there is: the last text that the model said. */
const endAt = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  budget: Budget,
): Promise<Done | Failed> => {
  const said = entries.findLast(
    (entry): entry is Said => entry.role === 'assistant' && textIn(entry).trim() !== '',
  );
  if (said) return done(agent, entries, said, budget);
  const output = { ended_by: budget, ...spentIn(entries) };
  return fail(agent, { ...failed(noAnswer(agent.asked, budget)), output });
};

const later = (afterMs: number, { max_minutes }: AgentSettings, otherwise: Failed): Later => ({
  type: 'later',
  afterMs,
  // The agent watches its time itself; this only ends one that nobody works on.
  withinMs: (max_minutes + 10) * 60_000,
  otherwise,
});

/** A model that is busy or out of reach is asked again later. */
const afterFailure = async (
  agent: Agent,
  { error, retry }: NoAnswer,
  failures: number,
): Promise<Failed | Later> => {
  const failure = { ...failed(error), ...(retry !== undefined && { retry }) };
  if (retry === 'no' || failures >= mostFailures) return fail(agent, failure);
  await agent.transcript.note({ failures });
  return later(retry ?? firstWait * 2 ** (failures - 1), agent.asked, failure);
};

/** What comes next: an answer of a tool or of the model, kept before anything builds on it. */
const step = async (
  agent: Agent,
  entries: readonly ChatEntry[],
): Promise<ChatEntry | NoAnswer> => {
  const open = openCall(entries);
  if (!open) {
    const answer = await agent.call.deps.models.turn(turnOf(agent, entries));
    return answer.type === 'failed' ? answer : saidBy(answer, agent.asked);
  }
  const { tool_call_id, tool_name } = open;
  const came = await answerTo(agent, open, spentIn(entries).tool_calls);
  return { role: 'tool', tool_call_id, tool_name, ...came };
};

/** What was said so far; a new conversation begins. */
const opened = async (agent: Agent): Promise<ChatEntry[]> => {
  const { transcript } = agent;
  const entries = await transcript.entries();
  for (const entry of beginning(agent).slice(entries.length)) {
    await transcript.add(entries.length, entry);
    entries.push(entry);
  }
  return entries;
};

const isOver = async (call: EffectCall): Promise<boolean> => {
  try {
    return (await call.isOver?.()) ?? false;
  } catch (error) {
    throw new OutOfReach(error);
  }
};

/** Milliseconds until a conversation that was out of reach is looked for again. */
const untilReached = 5000;

/**
 * Goes on with an agent, step by step: each is kept before the next begins, so that whoever comes
 * after a crash repeats one question to the model at most. Answers later where its time in this
 * call of the engine is over.
 */
export const work = (agent: Agent): Promise<Done | Failed | Later> =>
  goOn(agent).catch(async (error: unknown) => {
    const { call, asked, transcript } = agent;
    if (!(error instanceof OutOfReach)) {
      // The engine tells of the defect; the thread is not to look as if somebody worked on it.
      await transcript.note({ status: 'FAILED' }).catch(() => undefined);
      throw error;
    }
    call.deps.log.warn('An agent goes on later.', { area: 'engine', error: error.cause });
    return later(untilReached, asked, failed(error.message));
  });

const goOn = async (agent: Agent): Promise<Done | Failed | Later> => {
  const { call, asked, transcript } = agent;
  const { clock } = call.deps;
  const standing = await transcript.open(asked.output_format_description);
  let { failures } = standing;
  let entries = await opened(agent);
  // A node that is tried again goes on where it failed.
  if (standing.status === 'FAILED') {
    failures = 0;
    await transcript.note({ status: 'ACTIVE', failures, error: undefined });
  }
  for (const until = clock() + slice; ; ) {
    const last = entries.at(-1);
    if (last?.role === 'assistant' && last.final) {
      return done(agent, entries, last, 'final_response');
    }
    const reached = usedUp(asked, entries, clock() - standing.opened_at);
    if (reached && !openCall(entries)) return endAt(agent, entries, reached);
    if (await isOver(call)) return hopeless('The run was ended while the agent worked.');
    const came = await step(agent, entries);
    if ('type' in came) return afterFailure(agent, came, failures + 1);
    const isMine = await transcript.add(entries.length, came);
    entries = isMine ? [...entries, came] : await transcript.entries();
    failures = 0;
    if (came.role === 'assistant') {
      await transcript.note({ spent: spentIn(entries), model: came.model, failures });
    }
    if (clock() >= until) return later(0, asked, hopeless('The agent took too long.'));
  }
};
