import { toOutputValidator } from '#lib/domain/bots/nodes/output-schema.schema.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { type Failed, failedForGood } from '../node.ts';
import { jsonIn } from '../model-json.ts';
import type { AssistantEntry } from './assistant-entry.ts';
import type { AgentSettings } from './settings.ts';

type Schema = Pick<AgentSettings, 'output_schema'>;

/** The most problems of an answer that are reported to the model. */
const maxProblemsReported = 5;

/**
 * The last answer as data, or in `problem` its mismatch with the schema; neither without a schema.
 */
export const answerData = (
  { output_schema: text }: Schema,
  answerEntry: Pick<AssistantEntry, 'parts'>,
): { answer?: unknown; problem?: string } => {
  if (text.trim() === '') return {};
  const schema = toOutputValidator(text);
  // The schema was checked before the bot was published.
  if (typeof schema === 'string') return { problem: schema };
  const data = jsonIn(answerEntry);
  if (data === undefined) return { problem: 'It is not JSON.' };
  const { success, error } = schema.safeParse(data);
  if (success) return { answer: data };
  const problems = error.issues.slice(0, maxProblemsReported).map(({ path, message }) => {
    const fieldPath = path.map(String).join('.');
    return fieldPath === '' ? message : `${fieldPath.slice(0, 100)}: ${message.slice(0, 200)}`;
  });
  return { problem: problems.join('; ') };
};

const isUnfit = (entry: ChatEntry): entry is AssistantEntry =>
  entry.role === 'assistant' &&
  !entry.final &&
  entry.parts.every(({ type }) => type !== 'tool_call');

/** Whether an answer without tool calls is final; one that is cut or unfit is repaired once. */
export const isLastAnswer = (
  settings: Schema,
  entries: readonly ChatEntry[],
  answerEntry: Pick<AssistantEntry, 'parts' | 'cut'>,
): boolean =>
  (!answerEntry.cut && answerData(settings, answerEntry).problem === undefined) ||
  entries.some(isUnfit);

const repairAdvice = 'Answer again with JSON only, with no other text.';

const repairText = (settings: Schema, unfitEntry: AssistantEntry): string => {
  const { problem } = answerData(settings, unfitEntry);
  if (unfitEntry.cut) {
    const lengthAdvice =
      'Your answer was cut off because it was too long. Answer again in fewer words.';
    return problem === undefined ? lengthAdvice : `${lengthAdvice} ${repairAdvice}`;
  }
  return `Your answer does not match the required JSON schema. ${problem} ${repairAdvice}`;
};

/** The message to the model about such an answer; undefined where none is needed or it was sent. */
export const repairEntry = (
  settings: Schema,
  entries: readonly ChatEntry[],
): ChatEntry | undefined => {
  const at = entries.findIndex(isUnfit);
  const unfitEntry = entries[at];
  if (!unfitEntry || !isUnfit(unfitEntry)) return undefined;
  if (entries.slice(at).some(({ role }) => role === 'system')) return undefined;
  return { role: 'system', text: repairText(settings, unfitEntry) };
};

/** The node fails where its answer does not fit the schema: nodes that read it rely on its form. */
export const unfitAnswerFailure = (problem: string): Failed =>
  failedForGood(`The agent's answer does not match its output schema. ${problem}`);
