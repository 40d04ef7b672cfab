import { toOutputValidator } from '#lib/domain/bots/nodes/output-schema.schema.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { type Failed, failedForGood } from '../node.ts';
import { jsonIn } from '../model-json.ts';
import type { AssistantEntry } from './assistant-entry.ts';
import type { AgentSettings } from './settings.ts';

type Schema = Pick<AgentSettings, 'output_schema'>;

/** The most problems of an answer that are reported to the model. */
const maxProblemsReported = 5;

/** The last answer as data, or in `why` its mismatch with the schema; neither without a schema. */
export const answerData = (
  { output_schema: text }: Schema,
  said: Pick<AssistantEntry, 'parts'>,
): { answer?: unknown; why?: string } => {
  if (text.trim() === '') return {};
  const schema = toOutputValidator(text);
  // The schema was checked before the bot was published.
  if (typeof schema === 'string') return { why: schema };
  const data = jsonIn(said);
  if (data === undefined) return { why: 'It is not JSON.' };
  const { success, error } = schema.safeParse(data);
  if (success) return { answer: data };
  const told = error.issues.slice(0, maxProblemsReported).map(({ path, message }) => {
    const place = path.map(String).join('.');
    return place === '' ? message : `${place.slice(0, 100)}: ${message.slice(0, 200)}`;
  });
  return { why: told.join('; ') };
};

const isUnfit = (entry: ChatEntry): entry is AssistantEntry =>
  entry.role === 'assistant' &&
  !entry.final &&
  entry.parts.every(({ type }) => type !== 'tool_call');

/** Whether an answer without tool calls is final; one that is cut or unfit is repaired once. */
export const isLastAnswer = (
  asked: Schema,
  entries: readonly ChatEntry[],
  said: Pick<AssistantEntry, 'parts' | 'cut'>,
): boolean => (!said.cut && answerData(asked, said).why === undefined) || entries.some(isUnfit);

const repairAdvice = 'Answer again with the JSON alone, without a word before or after it.';

const repairText = (asked: Schema, unfit: AssistantEntry): string => {
  const { why } = answerData(asked, unfit);
  if (unfit.cut) {
    const shorter = 'Your answer was cut off because it was too long. Answer again in fewer words.';
    return why === undefined ? shorter : `${shorter} ${repairAdvice}`;
  }
  return `Your answer does not fit the JSON schema that it has to fit. ${why} ${repairAdvice}`;
};

/** The message to the model about such an answer; undefined where none is needed or it was sent. */
export const repairEntry = (
  asked: Schema,
  entries: readonly ChatEntry[],
): ChatEntry | undefined => {
  const at = entries.findIndex(isUnfit);
  const unfit = entries[at];
  if (!unfit || !isUnfit(unfit)) return undefined;
  if (entries.slice(at).some(({ role }) => role === 'system')) return undefined;
  return { role: 'system', text: repairText(asked, unfit) };
};

/** The node fails where its answer does not fit the schema: nodes that read it rely on its form. */
export const unfitAnswerFailure = (why: string): Failed =>
  failedForGood(`The answer of the agent does not fit its output schema. ${why}`);
