import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import type { ModelAnswer, ModelMessage, ModelPart, ModelToolCall } from '#lib/ports/model.ts';
import { isLastAnswer } from './answer-data.ts';
import type { AgentSettings } from './settings.ts';
import { contentForModel } from './tool.ts';

type Answered = Extract<ModelAnswer, { type: 'answered' }>;
export type NoAnswer = Extract<ModelAnswer, { type: 'failed' }>;
/** A stored answer of the model. */
export type AssistantEntry = Extract<ChatEntry, { role: 'assistant' }>;

export const textIn = ({ parts }: Pick<AssistantEntry, 'parts'>): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

/** The last answer of the model that has text. */
export const lastTextAnswer = (entries: readonly ChatEntry[]): AssistantEntry | undefined =>
  entries.findLast(
    (entry): entry is AssistantEntry => entry.role === 'assistant' && textIn(entry).trim() !== '',
  );

const callsIn = ({ parts }: Pick<AssistantEntry, 'parts'>): ModelToolCall[] =>
  parts.filter((part) => part.type === 'tool_call');

/**
 * The conversation as models receive it: messages that people wrote while tools ran come after the
 * answers of the tools.
 */
export const messagesOf = (entries: readonly ChatEntry[]): ModelMessage[] => {
  const messages: ModelMessage[] = [];
  const openCallIds = new Set<string>();
  let heldMessages: ModelMessage[] = [];
  for (const [index, entry] of entries.entries()) {
    // The first entry goes to the model as its instructions.
    const isUserMessage = entry.role === 'user' || (entry.role === 'system' && index > 0);
    if (isUserMessage) heldMessages.push({ role: 'user', text: entry.text.toWellFormed() });
    if (entry.role === 'assistant') {
      messages.push({ role: 'assistant', parts: entry.parts });
      for (const { tool_call_id } of callsIn(entry)) openCallIds.add(tool_call_id);
    }
    if (entry.role === 'tool') {
      const { tool_call_id, tool_name, content } = entry;
      const one = { tool_call_id, tool_name, content: contentForModel(content) };
      const last = messages.at(-1);
      if (last?.role === 'tool') {
        messages[messages.length - 1] = { role: 'tool', returns: [...last.returns, one] };
      } else messages.push({ role: 'tool', returns: [one] });
      openCallIds.delete(tool_call_id);
    }
    if (openCallIds.size > 0) continue;
    messages.push(...heldMessages);
    heldMessages = [];
  }
  return [...messages, ...heldMessages];
};

/** The first tool call of the last answer that has no result yet. */
export const findOpenCall = (entries: readonly ChatEntry[]): ModelToolCall | undefined => {
  const at = entries.findLastIndex(({ role }) => role === 'assistant');
  const last = entries[at];
  if (last?.role !== 'assistant') return undefined;
  const answeredIds = new Set(
    entries.slice(at).flatMap((one) => (one.role === 'tool' ? [one.tool_call_id] : [])),
  );
  return callsIn(last).find(({ tool_call_id }) => !answeredIds.has(tool_call_id));
};

/** The most levels of nesting in a call's arguments; most parameters are texts or numbers. */
const maxArgumentDepth = 20;

const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isWithin(one, levels - 1)));

/** Arguments that are not JSON become null; those nested too deeply are rejected. */
const limitedArgs = ({ args }: ModelToolCall): Pick<ModelToolCall, 'args' | 'invalid'> =>
  isWithin(args, maxArgumentDepth)
    ? { args: args ?? null }
    : { args: null, invalid: 'The arguments are nested too deeply. Give plain ones.' };

/**
 * Some models give all calls the same id. In the thread each call needs an id of its own, by which
 * people see what was asked and done about it.
 */
const withOwnIds = (parts: readonly ModelPart[], entries: readonly ChatEntry[]): ModelPart[] => {
  const answers = entries.filter((entry): entry is AssistantEntry => entry.role === 'assistant');
  const takenIds = new Set(answers.flatMap(callsIn).map(({ tool_call_id }) => tool_call_id));
  return parts.map((part, index) => {
    if (part.type === 'text') return part;
    let { tool_call_id } = part;
    for (let n = index; tool_call_id === '' || takenIds.has(tool_call_id); n += 1) {
      tool_call_id = `call_${entries.length}_${n}`;
    }
    takenIds.add(tool_call_id);
    return { ...part, tool_call_id };
  });
};

/** The parts of an answer, with at most as many calls as the agent may make in total. */
const limitedParts = (
  parts: readonly ModelPart[],
  { max_tool_calls }: AgentSettings,
): ModelPart[] => {
  let calls = 0;
  return parts.flatMap((part) => {
    if (part.type === 'text') return part;
    calls += 1;
    return calls > max_tool_calls ? [] : { ...part, ...limitedArgs(part) };
  });
};

/** The most tokens of one answer, including those of its reasoning. */
export const maxAnswerTokens = 8000;

/** The most characters of one answer with its calls; the token limit normally allows less. */
const maxAnswerLength = 64_000;

const emptyAnswerText = (finish: Answered['finish']): string =>
  finish === 'length'
    ? `The model used all ${maxAnswerTokens} tokens of an answer before it said anything. Narrow ` +
      'its task, or choose a model that thinks less.'
    : 'The model gave an empty answer. Try again, or choose another model.';

const invalidAnswer = (error: string, retry?: 'no'): NoAnswer => ({
  type: 'failed',
  kind: 'invalid',
  error,
  ...(retry && { retry }),
});

/**
 * The model's answer as it is stored, or the reason why it is unusable. An answer without tool
 * calls is the last one, unless it must be repaired.
 */
export const toAssistantEntry = (
  answer: Answered,
  settings: AgentSettings,
  entries: readonly ChatEntry[],
): AssistantEntry | NoAnswer => {
  const { model_id, finish, usage, cost } = answer;
  if (finish === 'refused') return invalidAnswer('The model refused to work on this task.', 'no');
  const parts = withOwnIds(limitedParts(answer.parts, settings), entries);
  const isAnswer = callsIn({ parts }).length === 0;
  if (isAnswer && textIn({ parts }).trim() === '') {
    return invalidAnswer(emptyAnswerText(finish));
  }
  if (JSON.stringify(parts).length > maxAnswerLength) {
    return invalidAnswer(
      'The answer of the model is too long to store. Narrow its task, or choose another model.',
      'no',
    );
  }
  const cut = finish === 'length' && isAnswer ? { cut: true as const } : {};
  return {
    role: 'assistant',
    parts,
    final: isAnswer && isLastAnswer(settings, entries, { parts, ...cut }),
    ...cut,
    model: model_id,
    ...(usage && { usage }),
    ...(cost !== undefined && { cost }),
  };
};

/** The usage of an answer that is not stored. */
export const unusedAnswerEntry = ({
  usage,
  cost,
}: Pick<Answered, 'usage' | 'cost'>): ChatEntry => ({
  role: 'overtaken',
  ...(usage && { usage }),
  ...(cost !== undefined && { cost }),
});
