import { useState } from 'react';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { NodeTest } from '#lib/domain/executions/runs/node-test.schema.ts';
import { executions } from '#web/api/executions.ts';
import { useAction } from '#web/api/use-call.ts';
import { failureText } from '#web/components/failure-text.ts';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { readJson } from '#web/components/json/read-json.ts';
import { chosenLane } from './chosen-turn.ts';
import { type DataSource, pinnedOutputs, sourceText } from './source.ts';

/** The data of a source as the call's input; from a run, the server reads what the node uses. */
export const testDataOf = (source: DataSource, graph: Graph, lane?: string) => {
  if (source.kind === 'none') return {};
  if (source.kind === 'run') return { from_execution: source.id, ...(lane && { lane }) };
  const nodes = Object.fromEntries(pinnedOutputs(graph));
  if (source.kind === 'pinned') return { nodes };
  if (source.kind === 'event') {
    return { nodes, from_event: { listener_id: source.listener_id, event_id: source.id } };
  }
  if (source.kind === 'finding') return { nodes, event: source.payload };
  const event = readJson(source.text);
  return { nodes, ...('value' in event && { event: event.value }) };
};

/** The result of a test, and the data used. */
export type NodeTestResult = { test: NodeTest; sourceName: string; dryRun: boolean };

type NodeTestOptions = {
  botId: string;
  graph: Graph;
  node: GraphNode;
  /** The run that provides the data, in the selected turns. */
  view: RunViewState | undefined;
};

/** Tests one node of the draft, with the chosen data only. */
export const useNodeTest = ({ botId, graph, node, view }: NodeTestOptions) => {
  const { mutate, isPending } = useAction(executions.testNode);
  const [tested, setTested] = useState<NodeTestResult>();
  const [failure, setFailure] = useState<string>();
  const run = (source: DataSource, dry_run: boolean) => {
    const data = testDataOf(source, graph, view && chosenLane(view, node.id));
    setFailure(undefined);
    mutate(
      { bot_id: botId, node_id: node.id, graph, dry_run, ...data },
      {
        onSuccess: (test) => setTested({ test, sourceName: sourceText(source), dryRun: dry_run }),
        onError: (error) => {
          setTested(undefined);
          setFailure(failureText(error));
        },
      },
    );
  };
  return { run, isPending, tested, failure };
};
