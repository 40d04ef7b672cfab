import type * as z from 'zod';
import { type Database, type Question, readItems } from '#lib/kernel/database.ts';
import { type AcceptItem, readFirst, readPage, slicePage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { containsText } from '#lib/kernel/text.ts';
import { botTable } from '../../bots/bot.table.ts';
import { execution, type ExecutionSummary, executionSummary } from '../execution.schema.ts';
import { executionTable } from '../execution.table.ts';
import { askingStates } from '../../questions/question.schema.ts';
import type { AppRunSort } from './history.schema.ts';
import type { Standing } from '../outcome/standing.schema.ts';

/** Maximum number of index partitions read in parallel; beyond it a wider index is filtered. */
const maxMergedReads = 16;

/** Where to look for runs. */
export type RunSearch = {
  bots?: readonly string[] | undefined;
  caller?: string | undefined;
  /** Any of these, without duplicates. */
  standings?: readonly Standing[] | undefined;
  /** Bounds of the runs' ids, both included. */
  between?: readonly [string, string] | undefined;
};

/** Results are not read: they are many times as large as everything that a list shows. */
const attributes = Object.keys(executionSummary.shape);

/** A run with the waits of its branches and iterations. */
const waitingRun = executionSummary.extend(execution.pick({ waits: true }).shape);
export type WaitingRun = z.output<typeof waitingRun>;

/** Queries on the narrowest index that together find every run that is looked for. */
const questionsOf = (
  tenantId: string,
  { bots, caller, standings, between }: RunSearch,
): Question[] => {
  const base = { table: executionTable, descending: true, attributes, ...(between && { between }) };
  const suffix = standings ? '_state' : '';
  const byStanding = (question: Question): Question[] =>
    standings ? standings.map((one) => ({ ...question, prefix: `${one}#` })) : [question];
  if (caller !== undefined) {
    const partition = `${tenantId}#${caller}`;
    return byStanding({ ...base, index: `by_caller${suffix}`, partition });
  }
  if (bots && bots.length * (standings?.length ?? 1) <= maxMergedReads) {
    return bots.flatMap((id) =>
      byStanding({ ...base, index: `by_bot${suffix}`, partition: `${tenantId}#${id}` }),
    );
  }
  return byStanding({ ...base, ...(standings && { index: 'by_state' }), partition: tenantId });
};

/** The newest runs of all these queries, reading only the attributes in the schema. */
const readNewest = async <T extends z.ZodObject>(
  db: Database,
  questions: readonly Question[],
  schema: T,
  maxRuns: number,
  accept: AcceptItem<z.output<T>> = () => true,
): Promise<z.output<T>[]> => {
  const projection = { attributes: Object.keys(schema.shape) };
  const [first, ...more] = questions.map((one): Question => ({ ...one, ...projection }));
  if (!first) return [];
  const question = [first, ...more] as const;
  return readFirst(db, { question, parse: (item) => schema.parse(item), accept }, maxRuns);
};

/** Query for the runs of apps that a user started, in the given order. */
const appRunsQuestion = (tenantId: string, caller: string, sort: AppRunSort): Question => ({
  table: executionTable,
  index: sort.endsWith('created_at') ? 'by_caller' : 'by_app_caller',
  partition: `${tenantId}#${caller}`,
  descending: sort.startsWith('-'),
  attributes,
});

/** Lists of one organisation's runs, newest first unless another order is given. */
export const historyStore = (db: Database, tenantId: string) => ({
  async page(
    search: RunSearch,
    request: PageRequest,
    scope: readonly unknown[],
    accept?: AcceptItem<ExecutionSummary>,
  ): Promise<Page<ExecutionSummary>> {
    const [first, ...more] = questionsOf(tenantId, search);
    if (!first) return slicePage(db, { values: [], request, scope: [tenantId, scope] });
    return readPage(db, {
      question: [first, ...more],
      request,
      scope,
      parse: (item) => executionSummary.parse(item),
      ...(accept && { accept }),
    });
  },

  /** The newest accepted runs, without paging. */
  newest: (
    search: RunSearch,
    maxRuns: number,
    accept?: AcceptItem<ExecutionSummary>,
  ): Promise<ExecutionSummary[]> =>
    readNewest(db, questionsOf(tenantId, search), executionSummary, maxRuns, accept),

  /** The newest accepted runs that are running or ask people, with the waits of their lanes. */
  underWay(
    search: Pick<RunSearch, 'caller'>,
    maxRuns: number,
    accept?: AcceptItem<WaitingRun>,
  ): Promise<WaitingRun[]> {
    const standings = ['IN_PROGRESS', ...askingStates] as const;
    return readNewest(
      db,
      questionsOf(tenantId, { ...search, standings }),
      waitingRun,
      maxRuns,
      accept,
    );
  },

  /** The runs of apps that one user started. */
  appRuns: (
    { caller, sort }: { caller: string; sort: AppRunSort },
    request: PageRequest,
    scope: readonly unknown[],
    accept: AcceptItem<ExecutionSummary>,
  ): Promise<Page<ExecutionSummary>> =>
    readPage(db, {
      question: appRunsQuestion(tenantId, caller, sort),
      request,
      scope,
      parse: (item) => executionSummary.parse(item),
      accept: (run) => run.app === true && accept(run),
    }),

  /** Ids of the bots whose name contains the text. */
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
