import type { Ref } from 'react';
import type { InputProps } from '@cloudscape-design/components/input';
import type { Graph, NewBot, Problem } from '#lib/domain/bots/bot.schema.ts';
import type { Edit } from './edit.ts';
import type { Selection } from './editor-state.ts';
import { NodeInspector } from './node-inspector.tsx';
import { Overview } from './overview.tsx';
import { SelectionPane } from './selection-pane.tsx';

type Props = {
  details: Omit<NewBot, 'graph'>;
  graph: Graph;
  problems: readonly Problem[];
  selected: Selection;
  /** Absent where the bot is only looked at. */
  onEdit?: (edit: Edit, act?: string) => void;
  onJump: (nodeId: string) => void;
  nameRef?: Ref<InputProps.Ref>;
};

/** The pane beside the canvas: the selected node, the selection, or the bot. */
export const Pane = (props: Props) => {
  const { graph, selected, problems, onEdit } = props;
  const only = selected.nodes.length === 1 && selected.edges.length === 0;
  const node = only ? graph.nodes.find(({ id }) => id === selected.nodes[0]) : undefined;
  if (node) {
    return (
      <NodeInspector
        key={node.id}
        graph={graph}
        node={node}
        problems={problems}
        readOnly={!onEdit}
        onEdit={(edit, act) => onEdit?.(edit, act)}
        nameRef={props.nameRef ?? null}
      />
    );
  }
  if (selected.nodes.length + selected.edges.length > 0) {
    return <SelectionPane graph={graph} selected={selected} onEdit={onEdit} />;
  }
  return <Overview {...props} readOnly={!onEdit} />;
};
