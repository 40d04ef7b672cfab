import type { SecondReading } from '#lib/domain/approvals/approval.schema.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { toLiveQuery } from '#lib/domain/bots/live-reread.rules.ts';
import { inventoryAnswer } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { evaluate } from '../expression.ts';
import { nodeRules } from '../nodes/kinds.ts';
import {
  type Done,
  type Failed,
  failedForGood,
  finalOutcome,
  type ResumeCall,
} from '../nodes/node.ts';
import { withNodeTimeout } from './policy.ts';
import { settingsOf } from './settings.ts';
import type { RunRecord } from './record.ts';
import { scopeOf } from './scope.ts';
import type { Segment } from './segment.ts';
import { defectFailure, isErrorForPeople } from './record-node-end.ts';

type RereadOutcome = { outcome: Done | Failed; reading?: SecondReading };

/** Performs a node once more without storing its result. Only nodes without effects are read. */
const performOnce = async (segment: Segment, node: GraphNode): Promise<Done | Failed> => {
  const { deps, run } = segment;
  const settings = settingsOf(node);
  const evaluated = await evaluate(settings, await scopeOf(segment)(settings));
  const call = { node, settings: evaluated, now: deps.clock() };
  const beginOutcome = nodeRules[node.type].begin(call);
  if (beginOutcome.type === 'done') return beginOutcome;
  if (beginOutcome.type === 'failed') return { ...beginOutcome, retry: 'no' };
  const { perform } = nodeRules[node.type];
  if (
    beginOutcome.type !== 'effect' ||
    (beginOutcome.pretend && !beginOutcome.mayReread) ||
    !perform
  ) {
    return failedForGood(`"${node.name}" changes something or waits, so it cannot be read again.`);
  }
  const key = `${run._id}:${node.id}:reread`;
  const { rights } = segment.way.program;
  const callContext = { tenant_id: run.tenant_id, bot_exc_id: run._id, ...(rights && { rights }) };
  const work = perform({ ...call, ...callContext, key, deps });
  return withNodeTimeout(
    node,
    work.then(finalOutcome).catch((error: unknown) => defectFailure(segment, error)),
  );
};

const sourced = inventoryAnswer.pick({ sources: true });

/** The collection time of the oldest data in an answer of the inventory. */
const oldestDataTime = ({ output }: Done): string | undefined => {
  const { data } = sourced.safeParse(output);
  return data?.sources.map(({ collected_at }) => collected_at).toSorted()[0];
};

/**
 * Reads again what is about to be acted on: a query of the last scan is sent live to the accounts.
 * Where that fails, the last scan is read, together with its time.
 */
const readAgain = async (segment: Segment, node: GraphNode): Promise<RereadOutcome> => {
  const liveNode = toLiveQuery(node);
  const live = liveNode && (await performOnce(segment, liveNode));
  const isLive = live?.type === 'done' || node.settings['mode'] === 'live';
  const outcome = live?.type === 'done' ? live : await performOnce(segment, node);
  const as_of =
    outcome.type === 'done' && node.type === 'steampipe_query' && oldestDataTime(outcome);
  if (!as_of) return { outcome };
  const liveFailure = live?.type === 'failed' ? { why: live.error } : {};
  return { outcome, reading: { as_of, is_live: isLive, ...liveFailure } };
};

/** The lane's results, with the output of one node replaced. */
const withOutput = (record: RunRecord, nodeId: string, output: unknown): RunRecord => ({
  ...record,
  output: async (id) => (id === nodeId ? output : record.output(id)),
});

/** The node that reads an approval's resources again; undefined where the approval names none. */
export const rereadNode = (segment: Segment, approval: GraphNode): GraphNode | undefined => {
  const { reread } = approval.settings;
  if (typeof reread !== 'string' || reread === '') return undefined;
  return segment.way.program.view.nodes.find(({ name }) => name === reread);
};

/**
 * Reads the resources of an approval again: performs the node named by its setting `reread` and
 * evaluates `resources` with the new output. Undefined where the setting is empty.
 */
export const rereadOf = (segment: Segment, approval: GraphNode) => {
  const { resources } = approval.settings;
  const source = rereadNode(segment, approval);
  if (!source) return undefined;
  return async (): ReturnType<NonNullable<ResumeCall['reread']>> => {
    try {
      const { outcome: secondOutcome, reading } = await readAgain(segment, source);
      if (secondOutcome.type === 'failed') return secondOutcome;
      const { record, around } = segment;
      const updatedSegment = {
        ...segment,
        record: withOutput(record, source.id, secondOutcome.output),
        around: around.map((one) => withOutput(one, source.id, secondOutcome.output)),
      };
      const settings = { resources };
      const result = await evaluate(settings, await scopeOf(updatedSegment)(settings));
      return { type: 'read', resources: result.resources, ...(reading && { reading }) };
    } catch (error) {
      if (isErrorForPeople(error)) return failedForGood(error.message);
      throw error;
    }
  };
};
