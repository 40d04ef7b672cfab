import { outputSchemaOf } from '#lib/domain/bots/nodes/output-schema.schema.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { hopeless, type Failed } from '../node.ts';
import { jsonIn } from '../model-json.ts';
import type { Said } from './said.ts';
import type { AgentSettings } from './settings.ts';

type Schema = Pick<AgentSettings, 'output_schema'>;

/** Problems of an answer that a model is told. */
const mostTold = 5;

/** The last answer as data; `why` names what does not fit the schema. Neither: there is none. */
export const answerData = (
  { output_schema: text }: Schema,
  said: Pick<Said, 'parts'>,
): { answer?: unknown; why?: string } => {
  if (text.trim() === '') return {};
  const schema = outputSchemaOf(text);
  // It was checked before the bot was published.
  if (typeof schema === 'string') return { why: schema };
  const data = jsonIn(said);
  if (data === undefined) return { why: 'It is no JSON.' };
  const { success, error } = schema.safeParse(data);
  if (success) return { answer: data };
  const told = error.issues.slice(0, mostTold).map(({ path, message }) => {
    const place = path.map(String).join('.');
    return place === '' ? message : `${place.slice(0, 100)}: ${message.slice(0, 200)}`;
  });
  return { why: told.join('; ') };
};

const isUnfit = (entry: ChatEntry): entry is Said =>
  entry.role === 'assistant' &&
  !entry.final &&
  entry.parts.every(({ type }) => type !== 'tool_call');

/** Whether an answer without calls of tools is the last; one that is cut or does not fit is not. */
export const isLastAnswer = (
  asked: Schema,
  entries: readonly ChatEntry[],
  said: Pick<Said, 'parts' | 'cut'>,
): boolean =>
  (!said.cut && answerData(asked, said).why === undefined) || entries.some(isUnfit);

const again = 'Answer again with the JSON alone, without a word before or after it.';

const repairText = (asked: Schema, unfit: Said): string => {
  const { why } = answerData(asked, unfit);
  if (unfit.cut) {
    const shorter = 'Your answer was cut off because it was too long. Answer again in fewer words.';
    return why === undefined ? shorter : `${shorter} ${again}`;
  }
  return `Your answer does not fit the JSON schema that it has to fit. ${why} ${again}`;
};

/** What a model is told of such an answer; undefined: it was told, or need not be. */
export const repair = (asked: Schema, entries: readonly ChatEntry[]): ChatEntry | undefined => {
  const at = entries.findIndex(isUnfit);
  const unfit = entries[at];
  if (!unfit || !isUnfit(unfit)) return undefined;
  if (entries.slice(at).some(({ role }) => role === 'system')) return undefined;
  return { role: 'system', text: repairText(asked, unfit) };
};

/** The node fails where its answer does not fit: what reads it relies on its form. */
export const unfitAnswer = (why: string): Failed =>
  hopeless(`The answer of the agent does not fit its output schema. ${why}`);
