import { useCallback } from 'react';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { JsonField } from '#web/components/json/json-field.tsx';
import type { Edit } from '../document/edit.ts';
import { nodeJson, nodeJsonEdits, readNodeJson } from '../document/node-json.ts';
import type { InspectorTabsState, UnfinishedJson } from './use-inspector-tabs.ts';

type Props = {
  graph: Graph;
  node: GraphNode;
  onEdit: (edit: Edit, act?: string) => void;
  sides: InspectorTabsState | undefined;
};

/** The node as JSON: the form's values, and those that it has no field for. */
export const JsonTab = ({ graph, node, onEdit, sides }: Props) => {
  const put = (value: unknown): string | undefined => {
    const read = readNodeJson(graph, node, value);
    if ('problem' in read) return read.problem;
    for (const edit of nodeJsonEdits(node, read.node)) onEdit(edit, `${node.id} json`);
    return undefined;
  };
  const keep = sides?.keep;
  const onUnfinished = useCallback(
    (typed: UnfinishedJson | undefined) => keep?.(node.id, typed),
    [keep, node.id],
  );
  const unfinished = sides?.unfinished.get(node.id);
  return (
    <JsonField
      label={`JSON of ${node.name}`}
      description="Valid JSON is applied at once, and can be undone like any other change."
      height={360}
      value={nodeJson(node)}
      put={put}
      kept={{ unfinished, onUnfinished }}
    />
  );
};
