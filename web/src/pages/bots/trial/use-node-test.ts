import { useState } from 'react';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { NodeTest } from '#lib/domain/executions/node-test.schema.ts';
import { executions } from '#web/api/executions.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { pinnedOutputs, readJson, type Source, sourceText } from './source.ts';

/** The data of a source as the call takes it; of a run the server reads what is named. */
export const testData = (source: Source, graph: Graph) => {
  if (source.kind === 'none') return {};
  if (source.kind === 'run') return { from_execution: source.id };
  const nodes = Object.fromEntries(pinnedOutputs(graph));
  if (source.kind === 'pinned') return { nodes };
  const event = readJson(source.text);
  return { nodes, ...('value' in event && { event: event.value }) };
};

/** What a test came to, and the data that it took. */
export type Tested = { test: NodeTest; with: string; dryRun: boolean };

/** Tries one node of a graph as it is drawn, with the chosen data and nothing else. */
export const useNodeTest = (botId: string, graph: Graph, node: GraphNode) => {
  const { mutate, isPending } = useAction(executions.testNode);
  const [tested, setTested] = useState<Tested>();
  const run = (source: Source, dry_run: boolean) =>
    mutate(
      { bot_id: botId, node_id: node.id, graph, dry_run, ...testData(source, graph) },
      {
        onSuccess: (test) => setTested({ test, with: sourceText(source), dryRun: dry_run }),
        onError: ({ message }) =>
          flash.error('The node was not tested.', { id: 'test', content: message }),
      },
    );
  return { run, isPending, tested };
};
