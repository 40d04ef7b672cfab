import './quick-list.css';
import type { KeyboardEvent } from 'react';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { graphColors } from '#web/components/graph/graph-colors.ts';
import { NodeList } from './node-list.tsx';
import { type Point, useFloating } from './use-floating.ts';

type Props = {
  kinds: readonly NodeKind[];
  /** The position in the window, beside the add button or other element that opened it. */
  at: Point;
  /** Where the chosen node will go, as in "after Start"; undefined if it is not connected. */
  place: string | undefined;
  onClose: () => void;
  onPick: (kind: NodeKind) => void;
};

/**
 * The list of node kinds at the place where one is added: typing filters, Enter inserts and
 * connects.
 */
export const QuickList = ({ kinds, at, place, onClose, onPick }: Props) => {
  const list = useFloating<HTMLDialogElement>(at, onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== 'Tab') return;
    event.preventDefault();
    onClose();
  };
  return (
    // Esc, handled by the field, and Tab lead back to the canvas.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={list}
      popover="manual"
      className="bot-quick-list"
      style={graphColors}
      aria-label={place ? `Add a node ${place}` : 'Add a node here'}
      onKeyDown={onKeyDown}
    >
      <NodeList
        {...{ kinds, onClose, onPick }}
        focused
        hint={place ? `Enter adds it ${place}.` : 'Enter adds it here.'}
      />
    </dialog>
  );
};
