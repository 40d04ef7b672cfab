import { useCallback } from 'react';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { JsonField } from '#web/components/json/json-field.tsx';
import type { Edit } from '../document/edit.ts';
import { nodeJson, nodeJsonEdits, readNodeJson } from '../document/node-json.ts';
import type { InspectorTabsState, UnfinishedJson } from './use-inspector-tabs.ts';

type Props = {
  graph: Graph;
  node: GraphNode;
  onEdit: (edit: Edit, mergeKey?: string) => void;
  tabsState: InspectorTabsState | undefined;
};

/** The node as JSON: the form's values, and those that it has no field for. */
export const JsonTab = ({ graph, node, onEdit, tabsState }: Props) => {
  const applyJson = (value: unknown): string | undefined => {
    const result = readNodeJson(graph, node, value);
    if ('problem' in result) return result.problem;
    for (const edit of nodeJsonEdits(node, result.node)) onEdit(edit, `${node.id} json`);
    return undefined;
  };
  const keep = tabsState?.keep;
  const onUnfinished = useCallback(
    (typed: UnfinishedJson | undefined) => keep?.(node.id, typed),
    [keep, node.id],
  );
  const unfinished = tabsState?.unfinished.get(node.id);
  return (
    <JsonField
      label={`JSON of ${node.name}`}
      description="Valid JSON is applied at once, and can be undone like any other change."
      height={360}
      value={nodeJson(node)}
      applyValue={applyJson}
      unfinishedStore={{ unfinished, onUnfinished }}
    />
  );
};
