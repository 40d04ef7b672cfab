import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useReactFlow } from '@xyflow/react';
import type { Command } from './editor-state.ts';
import { clipboardText, fragmentOf, readClipboard } from './fragment.ts';
import { newId } from './new-id.ts';
import { shortcutOf, type Shortcut } from './shortcuts.ts';
import type { Editor } from './use-editor.ts';
import { walk, type Direction } from '../graph/walk.ts';

/** What keys do outside the graph: the page owns its panels. */
export type KeyActions = {
  openPalette: () => void;
  inspect: () => void;
  rename: () => void;
  save: () => void;
};

const besides = { x: 40, y: 40 };

const isTyping = ({ target }: { target: EventTarget }): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, [role="listbox"] *');

const isDirection = (shortcut: Shortcut): shortcut is Direction =>
  ['left', 'right', 'up', 'down'].includes(shortcut);

const deletion = ({ selected }: Editor): Command => ({
  do: 'edit',
  edit: { do: 'delete', nodes: selected.nodes, edges: selected.edges },
});

const duplication = ({ graph, selected }: Editor): Command => {
  const fragment = fragmentOf(graph, new Set(selected.nodes));
  return { do: 'edit', edit: { do: 'paste', fragment, seed: newId(), offset: besides } };
};

const step = ({ graph, selected }: Editor, direction: Direction, grow: boolean): Command => {
  const to = walk(graph, selected.nodes.at(-1), direction);
  const nodes = to === undefined ? [] : [to];
  return { do: 'select', nodes: grow ? [...new Set([...selected.nodes, ...nodes])] : nodes };
};

const commandOf = (editor: Editor, shortcut: Shortcut, grow: boolean): Command | undefined => {
  if (isDirection(shortcut)) return step(editor, shortcut, grow);
  if (shortcut === 'undo' || shortcut === 'redo') return { do: shortcut };
  if (shortcut === 'delete') return deletion(editor);
  if (shortcut === 'duplicate') return duplication(editor);
  if (shortcut === 'clear') return { do: 'select', nodes: [] };
  if (shortcut !== 'selectAll') return undefined;
  return { do: 'select', nodes: editor.graph.nodes.map(({ id }) => id) };
};

/** When a key takes away the node that has the focus, the next key still belongs to the canvas. */
const holdFocus = (canvas: Element): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && canvas instanceof HTMLElement) canvas.focus();
  });
};

const useViewKeys = (): Partial<Record<Shortcut, () => void>> => {
  const { fitView, zoomIn, zoomOut, zoomTo } = useReactFlow();
  return {
    fit: () => void fitView({ maxZoom: 1, padding: 0.15 }),
    actualSize: () => void zoomTo(1),
    zoomIn: () => void zoomIn(),
    zoomOut: () => void zoomOut(),
  };
};

/** Handlers for the canvas: every key and clipboard event as a command or an action of the page. */
export const useKeys = (editor: Editor, actions: KeyActions) => {
  const viewKeys = useViewKeys();
  const acts: Partial<Record<Shortcut, () => void>> = {
    ...viewKeys,
    palette: actions.openPalette,
    inspect: actions.inspect,
    rename: actions.rename,
    save: actions.save,
  };
  const copy = (event: ClipboardEvent): boolean => {
    if (isTyping(event) || editor.selected.nodes.length === 0) return false;
    const fragment = fragmentOf(editor.graph, new Set(editor.selected.nodes));
    event.clipboardData.setData('text/plain', clipboardText(fragment));
    event.preventDefault();
    return true;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const shortcut = isTyping(event) ? undefined : shortcutOf(event);
      if (!shortcut || event.defaultPrevented) return;
      const onButton = event.target instanceof HTMLElement && event.target.closest('button');
      if (onButton && (shortcut === 'inspect' || shortcut === 'palette')) return;
      event.preventDefault();
      acts[shortcut]?.();
      const command = commandOf(editor, shortcut, event.shiftKey);
      if (command) editor.dispatch(command);
      holdFocus(event.currentTarget);
    },
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) editor.dispatch(deletion(editor));
    },
    onPaste: (event: ClipboardEvent) => {
      if (isTyping(event)) return;
      const fragment = readClipboard(event.clipboardData.getData('text/plain'));
      if (!fragment) return;
      event.preventDefault();
      const edit = { do: 'paste', fragment, seed: newId(), offset: besides } as const;
      editor.dispatch({ do: 'edit', edit });
    },
  };
};
