import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { spentIn } from '#lib/domain/chat/spent.rules.ts';
import type {
  ModelAnswer,
  ModelMessage,
  ModelPart,
  ModelToolCall,
  ModelTurn,
} from '#lib/ports/model.ts';
import { type Done, type EffectCall, failed, type Failed, hopeless, type Later } from '../node.ts';
import { type EndedBy, noAnswer, usedUp } from './budget.ts';
import type { AgentSettings } from './settings.ts';
import { forModel, type Tool, toolError } from './tool.ts';
import { OutOfReach, type Transcript } from './transcript.ts';
import { instructionsOf, lastStep, openingOf } from './words.ts';

/** One agent at work. */
export type Agent = {
  call: EffectCall;
  asked: AgentSettings;
  tools: readonly Tool[];
  transcript: Transcript;
};

type Answered = Extract<ModelAnswer, { type: 'answered' }>;
type Said = Extract<ChatEntry, { role: 'assistant' }>;

/** Milliseconds that one call of the engine works on an agent, before others have their turn. */
const slice = 90_000;

const longestAnswer = { output_tokens: 4000, time_ms: 60_000 };

/** Attempts at a model that does not answer, before the agent is given up. */
const mostFailures = 5;

/** The first wait (ms) after a failed attempt; each later one is twice as long. */
const firstWait = 2000;

const textIn = ({ parts }: Pick<Said, 'parts'>): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

const callsIn = ({ parts }: Pick<Said, 'parts'>): ModelToolCall[] =>
  parts.filter((part) => part.type === 'tool_call');

/** The conversation, as models are told it. */
const messagesOf = (entries: readonly ChatEntry[]): ModelMessage[] => {
  const messages: ModelMessage[] = [];
  for (const entry of entries) {
    const last = messages.at(-1);
    if (entry.role === 'user') messages.push({ role: 'user', text: entry.text });
    if (entry.role === 'assistant') messages.push({ role: 'assistant', parts: entry.parts });
    if (entry.role !== 'tool') continue;
    const { tool_call_id, tool_name, content } = entry;
    const one = { tool_call_id, tool_name, content: forModel(content) };
    if (last?.role === 'tool') {
      messages[messages.length - 1] = { role: 'tool', returns: [...last.returns, one] };
    } else messages.push({ role: 'tool', returns: [one] });
  }
  return messages;
};

/** The first call of the last answer that no tool has answered yet. */
const openCall = (entries: readonly ChatEntry[]): ModelToolCall | undefined => {
  const at = entries.findLastIndex(({ role }) => role === 'assistant');
  const last = entries[at];
  if (last?.role !== 'assistant') return undefined;
  const answered = new Set(
    entries.slice(at).flatMap((one) => (one.role === 'tool' ? [one.tool_call_id] : [])),
  );
  return callsIn(last).find(({ tool_call_id }) => !answered.has(tool_call_id));
};

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

/** The parts of an answer, with no more calls than an agent may make at all. */
const keptParts = (parts: readonly ModelPart[], { max_tool_calls }: AgentSettings): ModelPart[] => {
  let calls = 0;
  return parts.flatMap((part) => {
    if (part.type === 'text') return part;
    calls += 1;
    // Arguments that are no JSON are none.
    return calls > max_tool_calls ? [] : { ...part, args: part.args ?? null };
  });
};

/** What a model said, as it is kept. An answer without calls of tools is the last one. */
const saidBy = ({ model_id, parts, usage, cost }: Answered, asked: AgentSettings): Said => ({
  role: 'assistant',
  parts: keptParts(parts, asked),
  final: callsIn({ parts }).length === 0,
  model: model_id,
  ...(usage && { usage }),
  ...(cost !== undefined && { cost }),
});

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

/** Ends with what there is: the last text that the model said. */
const end = async (
  agent: Agent,
  entries: readonly ChatEntry[],
  ended_by: EndedBy,
): Promise<Done | Failed> => {
  const said = entries.findLast(
    (entry): entry is Said => entry.role === 'assistant' && textIn(entry).trim() !== '',
  );
  if (!said) {
    const why =
      ended_by === 'final_response'
        ? 'The model gave an empty answer. Try again, or choose another model.'
        : noAnswer(agent.asked, ended_by);
    return fail(agent, { ...failed(why), output: { ended_by, ...spentIn(entries) } });
  }
  const { transcript } = agent;
  await transcript.note({ status: 'COMPLETED', spent: spentIn(entries), model: said.model });
  return { type: 'done', output: outputOf(agent, entries, said, ended_by), handle: 'next' };
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
  { error, retry }: Extract<ModelAnswer, { type: 'failed' }>,
  failures: number,
): Promise<Failed | Later> => {
  const failure = { ...failed(error), ...(retry !== undefined && { retry }) };
  if (retry === 'no' || failures >= mostFailures) return fail(agent, failure);
  await agent.transcript.note({ failures });
  return later(retry ?? firstWait * 2 ** (failures - 1), agent.asked, failure);
};

/** Characters of one answer of a model with the arguments of its calls: 4000 tokens are less. */
const longestSaid = 64_000;

const tooLong: Extract<ModelAnswer, { type: 'failed' }> = {
  type: 'failed',
  kind: 'invalid',
  error: 'The answer of the model is too long to be kept. Narrow its task, or choose another.',
  retry: 'no',
};

/** What comes next: an answer of a tool or of the model, kept before anything builds on it. */
const step = async (
  agent: Agent,
  entries: readonly ChatEntry[],
): Promise<ChatEntry | Extract<ModelAnswer, { type: 'failed' }>> => {
  const open = openCall(entries);
  if (!open) {
    const answer = await agent.call.deps.models.turn(turnOf(agent, entries));
    if (answer.type === 'failed') return answer;
    const said = saidBy(answer, agent.asked);
    return JSON.stringify(said.parts).length > longestSaid ? tooLong : said;
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
  goOn(agent).catch((error: unknown) => {
    if (!(error instanceof OutOfReach)) throw error;
    const { call, asked } = agent;
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
    if (last?.role === 'assistant' && last.final) return end(agent, entries, 'final_response');
    const reached = usedUp(asked, spentIn(entries), clock() - standing.opened_at);
    if (reached && !openCall(entries)) return end(agent, entries, reached);
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
