/** What a key asks of the editor. */
export type Shortcut =
  | 'undo'
  | 'redo'
  | 'duplicate'
  | 'selectAll'
  | 'delete'
  | 'disable'
  | 'clear'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'rename'
  | 'inspect'
  | 'palette'
  | 'fit'
  | 'actualSize'
  | 'zoomIn'
  | 'zoomOut'
  | 'save';

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

const withControl: Record<string, Shortcut> = {
  z: 'undo',
  y: 'redo',
  d: 'duplicate',
  a: 'selectAll',
  s: 'save',
};

const alone: Record<string, Shortcut> = {
  Delete: 'delete',
  Backspace: 'delete',
  Escape: 'clear',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  F2: 'rename',
  Enter: 'inspect',
  Tab: 'palette',
  '/': 'palette',
  '1': 'fit',
  '0': 'actualSize',
  d: 'disable',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
};

const directions: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/**
 * The shortcut of a key on the canvas. Copy, cut and paste come as events of the clipboard.
 * Shift+Tab stays the browser's: nobody is caught on the canvas.
 */
export const shortcutOf = ({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Key): Shortcut | undefined => {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    return letter === 'z' && shiftKey ? 'redo' : withControl[letter];
  }
  if (shiftKey && !directions.includes(key) && key !== '+' && key !== '/') return undefined;
  return alone[key] ?? alone[key.toLowerCase()];
};

/** Rows of the help on keys. */
export const shortcutHelp: readonly (readonly [keys: string, what: string])[] = [
  ['Tab, / or double-click', 'Add a node'],
  ['Arrow keys', 'Walk along the graph; with Shift the selection grows'],
  ['Enter', 'Edit the settings of the selected node'],
  ['Esc in the settings', 'Back to the canvas'],
  ['F2', 'Rename the selected node'],
  ['Delete', 'Delete the selection'],
  ['D', 'Disable or enable the selected nodes: runs pass disabled ones by'],
  ['Ctrl+Z', 'Undo'],
  ['Ctrl+Y, Ctrl+Shift+Z', 'Redo'],
  ['Ctrl+C, Ctrl+X, Ctrl+V', 'Copy, cut, paste'],
  ['Ctrl+D', 'Duplicate the selection'],
  ['Ctrl+A, Esc', 'Select all, select nothing'],
  ['1, 0, +, -', 'Fit, 100 %, zoom in, zoom out'],
  ['Ctrl+wheel', 'Zoom; the wheel alone moves the canvas'],
  ['Space+drag, middle button', 'Move the canvas; a drag alone selects'],
  ['Ctrl+S', 'Save'],
];
