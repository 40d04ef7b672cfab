import type { BoardProps } from '@cloudscape-design/board-components/board';
import type { BoardItem, BoardWidget } from './layout.ts';

const operations: Record<BoardProps.DndOperationType, string> = {
  reorder: 'Moving',
  resize: 'Changing the width',
  insert: 'Adding',
};

const nameOf = ({ data }: BoardItem): string => data.title;

/** While a widget overlaps another, it cannot be dropped: it would return to its old place. */
const positionText = ({
  item,
  placement,
  conflicts,
}: BoardProps.DndReorderState<BoardWidget>): string => {
  const itemPosition = `${nameOf(item)} is at column ${placement.x + 1}, row ${placement.y + 1}`;
  if (conflicts.length === 0) return `${itemPosition}.`;
  const names = conflicts.map(nameOf).join(' and ');
  return `${itemPosition}, over ${names}. Move it further to drop it.`;
};

/** Announcements for screen readers while a widget is moved by keyboard. */
export const boardI18nStrings: BoardProps.I18nStrings<BoardWidget> = {
  liveAnnouncementDndStarted: (operation) => `${operations[operation]} a widget.`,
  liveAnnouncementDndItemReordered: positionText,
  liveAnnouncementDndItemResized: ({ item, placement }) =>
    `${nameOf(item)} is ${placement.width > 2 ? 'as wide as the page' : 'half as wide'}.`,
  liveAnnouncementDndItemInserted: ({ item }) => `${nameOf(item)} was added.`,
  liveAnnouncementDndCommitted: (operation) => `${operations[operation]} has ended.`,
  liveAnnouncementDndDiscarded: (operation) => `${operations[operation]} was cancelled.`,
  liveAnnouncementItemRemoved: ({ item }) => `${nameOf(item)} was removed.`,
  navigationAriaLabel: 'Widgets',
  navigationItemAriaLabel: (item) => (item ? nameOf(item) : 'Empty'),
};

export const itemI18nStrings = {
  dragHandleAriaLabel: 'Move widget',
  dragHandleAriaDescription:
    'Press Space or Enter to pick up the widget, use the arrow keys to move it, press Space or ' +
    'Enter to drop it, or Escape to cancel.',
  dragHandleTooltipText: 'Drag, or press to move by keyboard',
  resizeHandleAriaLabel: 'Change width',
  resizeHandleAriaDescription:
    'Press Space or Enter, use the arrow keys to change the width, then press Space or Enter.',
  resizeHandleTooltipText: 'Drag to change the width',
};
