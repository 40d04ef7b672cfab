import * as z from 'zod';
import type { Graph, GraphNode } from '../bots/bot.schema.ts';
import type { NodeResult } from '../executions/execution.schema.ts';
import type { EnteredForm } from './portal.schema.ts';

const answer = z.object({
  values: z.record(z.string(), z.unknown()),
  resolver: z.object({ id: z.string() }),
});

const drawnInputs = z.array(z.object({ id: z.string(), label: z.string().optional() })).catch([]);

/** Labels as they are drawn; of one that only the run could evaluate, its id. */
const labelsOf = ({ settings }: GraphNode): Map<string, string> =>
  new Map(
    drawnInputs
      .parse(settings['inputs'])
      .flatMap(({ id, label }) => (label && !label.includes('{%') ? [[id, label]] : [])),
  );

type Results = Readonly<Record<string, NodeResult>>;

/** The forms of a run that were filled in, and by whom. */
export const formsIn = (
  { nodes }: Graph,
  results: Results,
): (EnteredForm & { by: string })[] =>
  nodes.flatMap((node) => {
    const output = Object.hasOwn(results, node.id) ? results[node.id]?.output : undefined;
    const found = answer.safeParse(output).data;
    if (node.type !== 'user_input' || !found) return [];
    const labels = labelsOf(node);
    const values = Object.entries(found.values).map(([id, value]) => ({
      label: labels.get(id) ?? id,
      value,
    }));
    return [{ node_id: node.id, name: node.name, by: found.resolver.id, values }];
  });

/** Those that this person filled in: nobody else's, nor other results of the run. */
export const enteredBy = (userId: string, graph: Graph, results: Results): EnteredForm[] =>
  formsIn(graph, results).flatMap(({ by, ...form }) => (by === userId ? [form] : []));
