import * as z from 'zod';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { maySee } from '../approvals/approval.rules.ts';
import { botVersionStore } from '../bots/bot.store.ts';
import type { Execution, NodeResult } from './execution.schema.ts';
import { startersOf } from './history/history.rules.ts';

type Run = Pick<Execution, 'tenant_id' | 'bot_id' | 'version' | 'trigger' | 'options'>;

/** What is left of the results of a run, by node, for somebody who reads it. */
export type Shown = (nodeId: string, result: NodeResult) => NodeResult;

const asked = z.looseObject({ approvers: z.array(z.string()) });
const answered = z.looseObject({ status: z.string() });

/** That somebody is asked, and what came of it, without what about. */
const withoutQuestion = (result: NodeResult): NodeResult => {
  const { input, output, ...rest } = result;
  const { approvers } = asked.safeParse(input).data ?? {};
  const { status } = answered.safeParse(output).data ?? {};
  return {
    ...rest,
    ...(approvers && { input: { approvers } }),
    ...(status !== undefined && { output: { status } }),
  };
};

/**
 * Takes out of the results of a run what its approvals ask and hold, where the caller may not read
 * the approvals themselves. One read of the bot, and none for those who may read all of them.
 */
export const shownTo = async (db: Database, caller: Caller, run: Run): Promise<Shown> => {
  const requested_by = startersOf(run);
  if (maySee({ approvers: [], requested_by }, caller)) return (_, result) => result;
  const found = await botVersionStore(db, run.tenant_id).get(run.bot_id, run.version);
  const approvals = new Set(
    found?.graph.nodes.filter(({ type }) => type === 'approval').map(({ id }) => id),
  );
  return (nodeId, result) => {
    if (!approvals.has(nodeId)) return result;
    const { approvers = [] } = asked.safeParse(result.input).data ?? {};
    return maySee({ approvers, requested_by }, caller) ? result : withoutQuestion(result);
  };
};

/** All results of a run, or of a lane of it, as far as they are shown. */
export const shownResults = (
  shown: Shown,
  results: Record<string, NodeResult>,
): Record<string, NodeResult> =>
  Object.fromEntries(Object.entries(results).map(([id, result]) => [id, shown(id, result)]));
