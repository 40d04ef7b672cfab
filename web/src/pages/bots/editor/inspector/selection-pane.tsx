import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { selectionActionsOf } from '../document/selection-actions.ts';
import type { Edit } from '../document/edit.ts';
import type { Selection } from '../document/editor-state.ts';

type Props = {
  graph: Graph;
  selected: Selection;
  /** Undefined if the bot is read-only. */
  onEdit: ((edit: Edit) => void) | undefined;
};

const countTexts = (count: number, noun: string): string[] =>
  count === 0 ? [] : [formatCount(count, noun)];

const describeSelection = ({ nodes, edges }: Graph, selected: Selection): string => {
  const edge = edges.find(({ id }) => id === selected.edges[0]);
  if (edge && selected.edges.length === 1 && selected.nodes.length === 0) {
    const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? id;
    const handleText = edge.sourceHandle ? ` by ${edge.sourceHandle}` : '';
    return `From ${nameOf(edge.source)}${handleText} to ${nameOf(edge.target)}.`;
  }
  const parts = [
    ...countTexts(selected.nodes.length, 'node'),
    ...countTexts(selected.edges.length, 'arrow'),
  ];
  return `${parts.join(' and ')}.`;
};

type ActsProps = { selection: Pick<Props, 'graph' | 'selected'>; onEdit: (edit: Edit) => void };

const Acts = ({ selection, onEdit }: ActsProps) => (
  <SpaceBetween size="xs" direction="horizontal">
    {selectionActionsOf(selection).map(({ id, text, iconName, edit }) => (
      <Button key={id} iconName={iconName} onClick={() => onEdit(edit)}>
        {text}
      </Button>
    ))}
  </SpaceBetween>
);

/** Several nodes, or an arrow: what is selected, and the actions on all of it. */
export const SelectionPane = ({ graph, selected, onEdit }: Props) => (
  <SpaceBetween size="l">
    <Header variant="h2">{selected.nodes.length === 0 ? 'Arrow' : 'Selection'}</Header>
    <Box>{describeSelection(graph, selected)}</Box>
    {onEdit && <Acts selection={{ graph, selected }} onEdit={onEdit} />}
  </SpaceBetween>
);
