import type { BoardProps } from '@cloudscape-design/board-components/board';
import type { BoardItem, Shown } from './layout.ts';

const operations: Record<BoardProps.DndOperationType, string> = {
  reorder: 'Moving',
  resize: 'Changing the width',
  insert: 'Adding',
};

const placeText = ({ placement }: BoardProps.DndReorderState<Shown>): string =>
  `column ${placement.x + 1}, row ${placement.y + 1}`;

const nameOf = ({ data }: BoardItem): string => data.title;

/** What is said while a widget is moved by keyboard. */
export const boardWords: BoardProps.I18nStrings<Shown> = {
  liveAnnouncementDndStarted: (operation) => `${operations[operation]} a widget.`,
  liveAnnouncementDndItemReordered: (operation) =>
    `${nameOf(operation.item)} is at ${placeText(operation)}.`,
  liveAnnouncementDndItemResized: ({ item, placement }) =>
    `${nameOf(item)} is ${placement.width > 2 ? 'as wide as the page' : 'half as wide'}.`,
  liveAnnouncementDndItemInserted: ({ item }) => `${nameOf(item)} was added.`,
  liveAnnouncementDndCommitted: (operation) => `${operations[operation]} has ended.`,
  liveAnnouncementDndDiscarded: (operation) => `${operations[operation]} was cancelled.`,
  liveAnnouncementItemRemoved: ({ item }) => `${nameOf(item)} was removed.`,
  navigationAriaLabel: 'Widgets',
  navigationItemAriaLabel: (item) => (item ? nameOf(item) : 'Empty'),
};

export const itemWords = {
  dragHandleAriaLabel: 'Move widget',
  dragHandleAriaDescription:
    'Press Space or Enter to pick it up, the arrows to move it, Space or Enter to put it down, ' +
    'Escape to leave it where it was.',
  dragHandleTooltipText: 'Drag, or press to move by keyboard',
  resizeHandleAriaLabel: 'Change width',
  resizeHandleAriaDescription:
    'Press Space or Enter, the arrows to change the width, Space or Enter to keep it.',
  resizeHandleTooltipText: 'Drag to change the width',
};
