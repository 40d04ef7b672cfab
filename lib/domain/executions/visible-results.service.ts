import * as z from 'zod';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { maySee } from '../approvals/approval.rules.ts';
import { botVersionStore } from '../bots/bot.store.ts';
import type { Execution, NodeResult } from './execution.schema.ts';
import { startersOf } from './history/history.rules.ts';

type Run = Pick<Execution, 'tenant_id' | 'bot_id' | 'version' | 'trigger' | 'options'>;

/** Returns the part of a node's result that the reader may see. */
export type ResultFilter = (nodeId: string, result: NodeResult) => NodeResult;

const questionInput = z.looseObject({ approvers: z.array(z.string()) });
const questionOutput = z.looseObject({ status: z.string() });

/** Keeps who was asked and the status, and removes the content of the question. */
const withoutQuestion = (result: NodeResult): NodeResult => {
  const { input, output, ...rest } = result;
  const { approvers } = questionInput.safeParse(input).data ?? {};
  const { status } = questionOutput.safeParse(output).data ?? {};
  return {
    ...rest,
    ...(approvers && { input: { approvers } }),
    ...(status !== undefined && { output: { status } }),
  };
};

/**
 * Returns a filter that removes the content of approvals from a run's results if the caller may not
 * read those approvals. Reads the bot's version once, or not at all for a caller who may read all.
 */
export const createResultFilter = async (
  db: Database,
  caller: Caller,
  run: Run,
): Promise<ResultFilter> => {
  const requested_by = startersOf(run);
  if (maySee({ approvers: [], requested_by }, caller)) return (_, result) => result;
  const found = await botVersionStore(db, run.tenant_id).get(run.bot_id, run.version);
  const approvals = new Set(
    found?.graph.nodes.filter(({ type }) => type === 'approval').map(({ id }) => id),
  );
  return (nodeId, result) => {
    if (!approvals.has(nodeId)) return result;
    const { approvers = [] } = questionInput.safeParse(result.input).data ?? {};
    return maySee({ approvers, requested_by }, caller) ? result : withoutQuestion(result);
  };
};

/** All results of a run or lane, each filtered by `resultFilter`. */
export const filterResults = (
  resultFilter: ResultFilter,
  results: Record<string, NodeResult>,
): Record<string, NodeResult> =>
  Object.fromEntries(Object.entries(results).map(([id, result]) => [id, resultFilter(id, result)]));
