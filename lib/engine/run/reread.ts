import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { evaluate } from '../expression.ts';
import { nodeRules } from '../nodes/kinds.ts';
import { atOnce, type Done, failed, type Failed } from '../nodes/node.ts';
import { settingsOf } from './settings.ts';
import type { RunRecord } from './record.ts';
import { scopeOf } from './scope.ts';
import type { Segment } from './segment.ts';
import { defect, isSentence } from './settle.ts';

/** Performs a node once more; its result is kept nowhere. Only what changes nothing is read. */
const performAgain = async (segment: Segment, node: GraphNode): Promise<Done | Failed> => {
  const { deps, run } = segment;
  const settings = settingsOf(node);
  const evaluated = await evaluate(settings, await scopeOf(segment)(settings));
  const call = { node, settings: evaluated, now: deps.clock() };
  const begun = nodeRules[node.type].begin(call);
  if (begun.type === 'failed' || begun.type === 'done') return begun;
  const { perform } = nodeRules[node.type];
  if (begun.type !== 'effect' || (begun.pretend && !begun.mayReread) || !perform) {
    return failed(`"${node.name}" changes something or waits, so it is no set that can be read.`);
  }
  const key = `${run._id}:${node.id}:reread`;
  const { rights } = segment.way.program;
  const whose = { tenant_id: run.tenant_id, bot_exc_id: run._id, ...(rights && { rights }) };
  const work = perform({ ...call, ...whose, key, deps });
  return work.then(atOnce).catch((error: unknown) => defect(segment, error));
};

/** The lane's results, with another output for one node. */
const withOutput = (record: RunRecord, nodeId: string, output: unknown): RunRecord => ({
  ...record,
  output: async (id) => (id === nodeId ? output : record.output(id)),
});

/**
 * Reads the set that an approval asked about once more: performs the node that its setting `reread`
 * names, and evaluates `resources` over the new output. Undefined where it names none.
 */
export const rereadOf = (segment: Segment, approval: GraphNode) => {
  const { reread, resources } = approval.settings;
  const source = segment.way.program.view.nodes.find(({ name }) => name === reread);
  if (typeof reread !== 'string' || reread === '' || !source) return undefined;
  return async (): Promise<{ type: 'read'; resources: unknown } | Failed> => {
    try {
      const again = await performAgain(segment, source);
      if (again.type === 'failed') return again;
      const { record, around } = segment;
      const fresh = {
        ...segment,
        record: withOutput(record, source.id, again.output),
        around: around.map((one) => withOutput(one, source.id, again.output)),
      };
      const settings = { resources };
      const read = await evaluate(settings, await scopeOf(fresh)(settings));
      return { type: 'read', resources: read.resources };
    } catch (error) {
      if (isSentence(error)) return failed(error.message);
      throw error;
    }
  };
};
