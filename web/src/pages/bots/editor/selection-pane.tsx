import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Box from '@cloudscape-design/components/box';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { Selection } from './editor-state.ts';

type Props = {
  graph: Graph;
  selected: Selection;
  onDelete: (() => void) | undefined;
};

const counted = (count: number, noun: string): string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];

const describe = ({ nodes, edges }: Graph, selected: Selection): string => {
  const edge = edges.find(({ id }) => id === selected.edges[0]);
  if (edge && selected.edges.length === 1 && selected.nodes.length === 0) {
    const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? id;
    const way = edge.sourceHandle ? ` by ${edge.sourceHandle}` : '';
    return `From ${nameOf(edge.source)}${way} to ${nameOf(edge.target)}.`;
  }
  const parts = [
    ...counted(selected.nodes.length, 'node'),
    ...counted(selected.edges.length, 'arrow'),
  ];
  return `${parts.join(' and ')}.`;
};

/** Several nodes, or an arrow: what is selected, and what can be done with all of it. */
export const SelectionPane = ({ graph, selected, onDelete }: Props) => {
  const onlyArrows = selected.nodes.length === 0;
  return (
    <SpaceBetween size="l">
      <Header variant="h2">{onlyArrows ? 'Arrow' : 'Selection'}</Header>
      <Box>{describe(graph, selected)}</Box>
      {onDelete && (
        <Button iconName="remove" onClick={onDelete}>
          Delete {onlyArrows ? 'arrow' : 'selection'}
        </Button>
      )}
    </SpaceBetween>
  );
};
