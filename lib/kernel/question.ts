import type { Item, Question } from './database.ts';
import type { IndexSpec } from './table.ts';

export const keysOf = ({ table, index }: Question): IndexSpec => {
  const spec = index === undefined ? table : table.indexes?.[index];
  if (!spec) throw new Error(`Table ${table.name} has no index ${index}.`);
  return spec;
};

export const boundsOf = ({ prefix, between }: Question): readonly [string, string] | undefined => {
  if (prefix === undefined) return between;
  const [from, to] = between ?? ['', '~'];
  return [prefix + from, prefix + to];
};

/** The attributes to read, as an expression with placeholder names. */
export const projection = ({ table, ...question }: Question) => {
  const { attributes } = question;
  if (!attributes) return undefined;
  const { partition, sort } = keysOf({ table, ...question });
  const keys = [table.partition, table.sort, partition, sort ?? table.sort];
  const names = [...new Set([...keys, ...attributes])].map((name, at) => [`#r${at}`, name]);
  return {
    expression: names.map(([placeholder]) => placeholder).join(', '),
    names: Object.fromEntries(names) as Record<string, string>,
  };
};

/** A position in the order of a question: the item's own keys, and its sort value. */
export type Position = { partition: unknown; sort: unknown; order: unknown };

/** Questions that are read as one list; they differ only in partition and prefix. */
export type Questions = readonly [Question, ...Question[]];

export const asQuestions = (input: Question | Questions): Questions =>
  'table' in input ? [input] : input;

/** The position of an item among all that match one of the questions. */
export const positionOf = (questions: Questions, item: Item): Position => {
  const [first] = questions;
  const { table } = first;
  const order = item[keysOf(first).sort ?? table.sort];
  const itemKeys = { partition: item[table.partition], sort: item[table.sort] };
  if (typeof order !== 'string') return { ...itemKeys, order };
  const { prefix = '' } = questions.find((one) => order.startsWith(one.prefix ?? '')) ?? first;
  return { ...itemKeys, order: order.slice(prefix.length) };
};

/** The key to continue after; the position may come from another question in the same order. */
export const startKey = (question: Question, after: Position | undefined): Item | undefined => {
  if (!after) return undefined;
  const { table, prefix } = question;
  const { partition, sort = table.sort } = keysOf(question);
  return {
    [table.partition]: after.partition,
    [table.sort]: after.sort,
    [partition]: question.partition,
    [sort]: prefix === undefined ? after.order : `${prefix}${String(after.order)}`,
  };
};
