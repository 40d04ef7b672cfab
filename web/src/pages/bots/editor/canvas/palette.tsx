import './palette.css';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { graphColors } from '#web/components/graph/graph-colors.ts';
import { NodeList } from './node-list.tsx';

type Props = {
  kinds: readonly NodeKind[];
  /** Whether a user opened it, who continues in its field. */
  focused: boolean;
  /** Where the chosen node will go, as in "after Start"; undefined if it is not connected. */
  place: string | undefined;
  onClose: () => void;
  onPick: (kind: NodeKind) => void;
};

/** The palette of node kinds: added by click, drag, or keys. */
export const Palette = ({ place, ...list }: Props) => (
  <section className="bot-palette" style={graphColors} aria-label="Add a node">
    <div className="bot-palette-head">
      <Box variant="h2" fontSize="heading-s">
        Add a node
      </Box>
      <Button
        variant="icon"
        iconName="close"
        ariaLabel="Close the palette"
        onClick={list.onClose}
      />
    </div>
    <NodeList {...list} hint={place ? `Will be added ${place}.` : 'Drag it, or press Enter.'} />
  </section>
);
