import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ArrowChange, VersionComparison } from '#lib/domain/bots/version.schema.ts';
import type { ColumnTitles } from '#web/components/changed-fields.tsx';
import { ChangedNode } from './changed-node.tsx';

const Arrows = ({ title, arrows }: { title: string; arrows: readonly ArrowChange[] }) =>
  arrows.length === 0 ? null : (
    <div>
      <Box variant="h3">{title}</Box>
      <ul>
        {arrows.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );

const movedText = (count: number): string =>
  count === 1 ? '1 node moved.' : `${count} nodes moved.`;

type Props = {
  found: VersionComparison;
  /** The text if nothing differs. */
  emptyText?: string;
  titles?: ColumnTitles;
};

/** The differences of two graphs: nodes field by field, arrows, and boxes that only moved. */
export const Differences = (props: Props) => {
  const { found, emptyText = 'Both versions are the same.', titles } = props;
  const { nodes, arrows_added, arrows_removed, moved } = found;
  const isSame = nodes.length + arrows_added.length + arrows_removed.length === 0;
  return (
    <SpaceBetween size="l">
      {isSame && <Box>{emptyText}</Box>}
      {nodes.map((node) => (
        <ChangedNode key={`${node.how} ${node.node_id}`} {...{ node, titles }} />
      ))}
      <Arrows title="Connections added" arrows={arrows_added} />
      <Arrows title="Connections removed" arrows={arrows_removed} />
      {moved > 0 && <Box color="text-body-secondary">{movedText(moved)}</Box>}
    </SpaceBetween>
  );
};
