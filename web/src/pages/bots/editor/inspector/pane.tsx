import type { Ref } from 'react';
import type { InputProps } from '@cloudscape-design/components/input';
import type { Graph, NewBot, Problem } from '#lib/domain/bots/bot.schema.ts';
import { FindBox } from '../../find/lazy-find.tsx';
import type { useFind } from '../../find/use-find.ts';
import type { TrialProps } from '../../trial/test-tab.tsx';
import type { Edit } from '../document/edit.ts';
import type { SavedState } from '../document/warnings.ts';
import type { Selection } from '../document/editor-state.ts';
import { LazyInspector, usePreparedInspector } from './lazy-inspector.tsx';
import { Overview } from './overview.tsx';
import { SelectionPane } from './selection-pane.tsx';
import type { InspectorTabsState } from './use-inspector-tabs.ts';

type Props = {
  /** Undefined if the bot was never saved. */
  botId: string | undefined;
  details: Omit<NewBot, 'graph'>;
  graph: Graph;
  /** The last saved bot, with the server's findings. */
  saved: SavedState | undefined;
  problems: readonly Problem[];
  selected: Selection;
  /** Undefined if the bot is read-only. */
  onEdit?: (edit: Edit, mergeKey?: string) => void;
  onJump: (nodeId: string) => void;
  /** Opens the settings of the bot itself; undefined if it is read-only. */
  onSettings?: () => void;
  nameRef?: Ref<InputProps.Ref>;
  trial?: TrialProps | undefined;
  /** Undefined if the bot is read-only. */
  tabsState?: InspectorTabsState;
  find?: ReturnType<typeof useFind>;
};

const PaneContent = (props: Props) => {
  const { graph, selected, problems, onEdit } = props;
  usePreparedInspector();
  const isSingleNode = selected.nodes.length === 1 && selected.edges.length === 0;
  const node = isSingleNode ? graph.nodes.find(({ id }) => id === selected.nodes[0]) : undefined;
  if (node) {
    return (
      <LazyInspector
        key={node.id}
        graph={graph}
        node={node}
        problems={problems}
        readOnly={!onEdit}
        onEdit={(edit, mergeKey) => onEdit?.(edit, mergeKey)}
        nameRef={props.nameRef ?? null}
        trial={props.trial}
        tabsState={props.tabsState}
      />
    );
  }
  if (selected.nodes.length + selected.edges.length > 0) {
    return <SelectionPane graph={graph} selected={selected} onEdit={onEdit} />;
  }
  return <Overview {...props} readOnly={!onEdit} />;
};

/**
 * The pane beside the canvas: the selected node, the selection, or the bot; with the search above
 * it.
 */
export const Pane = (props: Props) => {
  const { graph, find, onJump } = props;
  return (
    <>
      {find?.isOpen && (
        <FindBox key={find.requestCount} graph={graph} onJump={onJump} onClose={find.close} />
      )}
      <PaneContent {...props} />
    </>
  );
};
