import type { ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import {
  columnKind,
  operatorsFor,
  type ValueKind,
  valueKind,
} from '#lib/domain/inventory/search/query.rules.ts';
import {
  type Operator,
  type Rule,
  type RuleValue,
  searchQuery,
  type SearchQuery,
} from '#lib/domain/inventory/search/query.schema.ts';

/** The most characters of a query in an address: longer links do not work. */
export const maxQueryLength = 20_000;

/** A rule as it is edited: its value is still a text. */
export type DraftRule = {
  key: number;
  column: string;
  path: string;
  operator: Operator;
  text: string;
  /** The original list of values, which its text may not represent unambiguously. */
  texts?: string[];
};

export type DraftGroup = { key: number; join: 'all' | 'any'; rules: Draft[] };
export type Draft = DraftRule | DraftGroup;

let keys = 0;
const newKey = (): number => {
  keys += 1;
  return keys;
};

export const isGroup = (draft: Draft): draft is DraftGroup => 'rules' in draft;

export const newRule = (): DraftRule => ({
  key: newKey(),
  column: '',
  path: '',
  operator: 'is',
  text: '',
});

export const newGroup = (rules: Draft[] = []): DraftGroup => ({
  key: newKey(),
  join: 'all',
  rules,
});

const textOf = (value: RuleValue | undefined): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '');

const toDraft = (rule: Rule): Draft => {
  const { all, any, column = '', path = '', operator = 'is', value } = rule;
  const rules = all ?? any;
  const texts = Array.isArray(value) && { texts: value };
  if (!rules) return { key: newKey(), column, path, operator, text: textOf(value), ...texts };
  return { key: newKey(), join: all ? 'all' : 'any', rules: rules.map(toDraft) };
};

/** The draft of a query. */
export const draftOf = (match: Rule | undefined): DraftGroup => {
  if (!match) return newGroup();
  const draft = toDraft(match);
  return isGroup(draft) ? draft : newGroup([draft]);
};

/** The nesting depth of groups. */
export const depthOf = ({ all, any }: Rule): number => {
  const rules = all ?? any;
  return rules ? 1 + Math.max(...rules.map(depthOf)) : 0;
};

/** The builder shows groups within one group; deeper ones are edited as JSON. */
export const maxShownDepth = 2;

/** The number in a text; for an integer that a number cannot represent, its digits. */
const parseNumber = (text: string): number | string | undefined => {
  const [number, digits] = [Number(text), text.trim()];
  if (digits === '' || !Number.isFinite(number)) return undefined;
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? digits : number;
};

const parseList = (text: string): string[] | undefined => {
  const texts = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return texts.length > 0 ? texts : undefined;
};

const parseValue = (kind: ValueKind, text: string): RuleValue | undefined => {
  switch (kind) {
    case 'none':
      return undefined;
    case 'number':
    case 'days':
      return parseNumber(text);
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'texts':
      return parseList(text);
    default:
      return text;
  }
};

/** The kind of a column by its name; an unknown one counts as text. */
export const columnKindOf = (columns: readonly ResourceColumn[], column: string) =>
  columnKind(columns.find(({ name }) => name === column)?.type ?? 'text');

/** The same rule for another column, keeping whatever still fits. */
export const withColumn = (
  rule: DraftRule,
  column: string,
  columns: readonly ResourceColumn[],
): DraftRule => {
  const kind = columnKindOf(columns, column);
  const operators = operatorsFor[kind];
  const operator = operators.includes(rule.operator) ? rule.operator : (operators[0] ?? 'is');
  const isSameKind = kind === columnKindOf(columns, rule.column);
  return { ...rule, column, operator, ...(!isSameKind && { path: '', text: '' }) };
};

/** The rule of a draft; undefined if it contains none. */
export const ruleOf = (draft: Draft, columns: readonly ResourceColumn[]): Rule | undefined => {
  if (isGroup(draft)) {
    const rules = draft.rules.flatMap((one) => ruleOf(one, columns) ?? []);
    return rules.length > 0 ? { [draft.join]: rules } : undefined;
  }
  const { column, path, operator, text, texts } = draft;
  const kind = valueKind(columnKindOf(columns, column), operator);
  const isUntouched = kind === 'texts' && texts !== undefined && text === textOf(texts);
  const value = isUntouched ? texts : parseValue(kind, text);
  return {
    column,
    ...(path !== '' && { path }),
    operator,
    ...(value !== undefined && { value }),
  };
};

const parseQuery = (text: string) => {
  try {
    return searchQuery.safeParse(JSON.parse(text));
  } catch (error) {
    return { data: undefined, notJson: error instanceof Error ? error.message : String(error) };
  }
};

/** The error for a query that is too long for an address. */
export const tooLongText = `It has more than ${maxQueryLength} characters.`;

/** Whether JSON contains an empty list of rules: that means all resources. */
export const isEmptyRule = ({ all, any }: Rule): boolean => (all ?? any)?.length === 0;

/** The query in an address; undefined if there is none or it is invalid. */
export const queryIn = (text: string | undefined): SearchQuery | undefined =>
  text === undefined || text.length > maxQueryLength ? undefined : parseQuery(text).data;

/**
 * What is wrong with the query in an address, and where; undefined if there is none or it is valid.
 */
export const problemIn = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  if (text.length > maxQueryLength) return tooLongText;
  const parsed = parseQuery(text);
  if ('notJson' in parsed) return `Not valid JSON: ${parsed.notJson}.`;
  const [issue] = parsed.error?.issues ?? [];
  if (!issue) return undefined;
  const path = issue.path.join('.');
  const message = issue.message.replace(/\.$/, '');
  return path === '' ? `${message}.` : `${message}, at "${path}".`;
};
