import type * as z from 'zod';
import { type Database, type Question, readItems } from '#lib/kernel/database.ts';
import { type Accept, readFirst, readPage, slicePage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { containsText } from '#lib/kernel/text.ts';
import { botTable } from '../../bots/bot.table.ts';
import { execution, type ExecutionSummary, executionSummary } from '../execution.schema.ts';
import { executionTable } from '../execution.table.ts';
import { askingStates } from '../../questions/question.schema.ts';
import type { AppRunSort } from './history.schema.ts';
import type { Standing } from '../outcome/standing.schema.ts';

/** Lists of an index that are read side by side; of more, runs are picked from wider ones. */
const mostMerged = 16;

/** Where to look for runs. */
export type Where = {
  bots?: readonly string[] | undefined;
  caller?: string | undefined;
  /** Any of these, each once. */
  standings?: readonly Standing[] | undefined;
  /** Bounds of their ids, both included. */
  between?: readonly [string, string] | undefined;
};

/** Without results: they are many times as large as all that a list shows. */
const attributes = Object.keys(executionSummary.shape);

/** A run with what its branches and turns wait for. */
const waitingRun = executionSummary.extend(execution.pick({ waits: true }).shape);
export type WaitingRun = z.output<typeof waitingRun>;

/** The narrowest index, or indexes, that hold every run that is looked for. */
const questionsOf = (
  tenantId: string,
  { bots, caller, standings, between }: Where,
): Question[] => {
  const base = { table: executionTable, descending: true, attributes, ...(between && { between }) };
  const suffix = standings ? '_state' : '';
  const standing = (question: Question): Question[] =>
    standings ? standings.map((one) => ({ ...question, prefix: `${one}#` })) : [question];
  if (caller !== undefined) {
    const partition = `${tenantId}#${caller}`;
    return standing({ ...base, index: `by_caller${suffix}`, partition });
  }
  if (bots && bots.length * (standings?.length ?? 1) <= mostMerged) {
    return bots.flatMap((id) =>
      standing({ ...base, index: `by_bot${suffix}`, partition: `${tenantId}#${id}` }),
    );
  }
  return standing({ ...base, ...(standings && { index: 'by_state' }), partition: tenantId });
};

/** The newest runs of all these lists, as far as a schema names them. */
const newestOf = async <T extends z.ZodObject>(
  db: Database,
  questions: readonly Question[],
  schema: T,
  most: number,
  accept: Accept<z.output<T>> = () => true,
): Promise<z.output<T>[]> => {
  const named = { attributes: Object.keys(schema.shape) };
  const [first, ...more] = questions.map((one): Question => ({ ...one, ...named }));
  if (!first) return [];
  const question = [first, ...more] as const;
  return readFirst(db, { question, parse: (item) => schema.parse(item), accept }, most);
};

/** The runs of apps that somebody started, in the order that is asked for. */
const appRunsOf = (tenantId: string, caller: string, sort: AppRunSort): Question => ({
  table: executionTable,
  index: sort.endsWith('created_at') ? 'by_caller' : 'by_app_caller',
  partition: `${tenantId}#${caller}`,
  descending: sort.startsWith('-'),
  attributes,
});

/** The runs of one organisation as lists show them, newest first unless another order is named. */
export const historyStore = (db: Database, tenantId: string) => ({
  async page(
    where: Where,
    request: PageRequest,
    scope: readonly unknown[],
    accept?: Accept<ExecutionSummary>,
  ): Promise<Page<ExecutionSummary>> {
    const [first, ...more] = questionsOf(tenantId, where);
    if (!first) return slicePage(db, { values: [], request, scope: [tenantId, scope] });
    return readPage(db, {
      question: [first, ...more],
      request,
      scope,
      parse: (item) => executionSummary.parse(item),
      ...(accept && { accept }),
    });
  },

  /** The newest that are accepted, without a page to follow. */
  newest: (
    where: Where,
    most: number,
    accept?: Accept<ExecutionSummary>,
  ): Promise<ExecutionSummary[]> =>
    newestOf(db, questionsOf(tenantId, where), executionSummary, most, accept),

  /** The newest of those that are under way and accepted, with all that they wait for. */
  underWay(
    where: Pick<Where, 'caller'>,
    most: number,
    accept?: Accept<WaitingRun>,
  ): Promise<WaitingRun[]> {
    const standings = ['IN_PROGRESS', ...askingStates] as const;
    return newestOf(db, questionsOf(tenantId, { ...where, standings }), waitingRun, most, accept);
  },

  /** Those of apps that one person started. */
  appRuns: (
    { caller, sort }: { caller: string; sort: AppRunSort },
    request: PageRequest,
    scope: readonly unknown[],
    accept: Accept<ExecutionSummary>,
  ): Promise<Page<ExecutionSummary>> =>
    readPage(db, {
      question: appRunsOf(tenantId, caller, sort),
      request,
      scope,
      parse: (item) => executionSummary.parse(item),
      accept: (run) => run.app === true && accept(run),
    }),

  /** The ids of the bots whose name holds the text. */
  async botsNamed(text: string): Promise<string[]> {
    const found: string[] = [];
    const question = { table: botTable, partition: tenantId, attributes: ['name'] };
    for await (const { _id, name } of readItems(db, question)) {
      if (containsText(String(name), text)) found.push(String(_id));
    }
    return found;
  },
});

export type HistoryStore = ReturnType<typeof historyStore>;
