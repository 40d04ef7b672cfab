/** A command of a key in the editor. */
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
  | 'addNode'
  | 'fit'
  | 'actualSize'
  | 'zoomIn'
  | 'zoomOut'
  | 'help'
  | 'save';

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

const controlShortcuts: Record<string, Shortcut> = {
  z: 'undo',
  y: 'redo',
  d: 'duplicate',
  a: 'selectAll',
  s: 'save',
};

const plainShortcuts: Record<string, Shortcut> = {
  Delete: 'delete',
  Backspace: 'delete',
  Escape: 'clear',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  F2: 'rename',
  Enter: 'inspect',
  Tab: 'addNode',
  '/': 'addNode',
  '1': 'fit',
  '0': 'actualSize',
  d: 'disable',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '?': 'help',
};

/** Keys with the same meaning with Shift, or that need it on some keyboards. */
const shiftTolerantKeys = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  '+',
  '/',
  '?',
]);

/**
 * The shortcut of a key on the canvas. Copy, cut and paste are clipboard events. Shift+Tab is left
 * to the browser, so that the focus can leave the canvas.
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
    return letter === 'z' && shiftKey ? 'redo' : controlShortcuts[letter];
  }
  if (shiftKey && !shiftTolerantKeys.has(key)) return undefined;
  return plainShortcuts[key] ?? plainShortcuts[key.toLowerCase()];
};
