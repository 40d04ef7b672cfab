import type { ClipboardEvent } from 'react';
import { useReactFlow } from '@xyflow/react';
import { useQueryClient } from '@tanstack/react-query';
import { flash } from '#web/app/flash.tsx';
import type { Box } from '#web/components/graph/node-size.ts';
import { copyNodes, lastCopiedText, readCopiedNodes } from './clipboard.ts';
import { type Fragment, fragmentOf, pasteProblem } from '../document/fragment.ts';
import { deleteEditOf, pasteEditOf } from '../document/key-commands.ts';
import type { Position } from '../document/placement.ts';
import { holdFocus, isTyping } from './typing.ts';
import type { Editor } from '../use-editor.ts';

/** Shows why nothing was done. */
const explain = (header: string, content: string): void =>
  flash.info(header, { id: 'canvas-key', content });

/** Copy and paste by keys: the browser provides the clipboard in the event. */
export const useClipboardKeys = (editor: Editor) => {
  const { text, paste } = useClipboard(editor);
  const { screenToFlowPosition } = useReactFlow();
  const visibleBoxOf = (canvas: Element): Box => {
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    const from = screenToFlowPosition({ x: left, y: top });
    const to = screenToFlowPosition({ x: right, y: bottom });
    return { ...from, width: to.x - from.x, height: to.y - from.y };
  };
  const copy = (event: ClipboardEvent): boolean => {
    if (isTyping(event) || editor.selected.nodes.length === 0) return false;
    event.clipboardData.setData('text/plain', text());
    event.preventDefault();
    return true;
  };
  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) editor.dispatch({ do: 'edit', edit: deleteEditOf(editor) });
      holdFocus(event.currentTarget);
    },
    onPaste: (event: ClipboardEvent) => {
      if (isTyping(event)) return;
      const content = event.clipboardData.getData('text/plain');
      if (paste(content, visibleBoxOf(event.currentTarget))) event.preventDefault();
    },
  };
};

const useClipboard = (editor: Editor) => {
  const queries = useQueryClient();
  const { graph, selected, dispatch } = editor;
  const pasteFragment = (fragment: Fragment, view: Box): void => {
    const problem = pasteProblem(graph, fragment);
    if (problem) explain('Nothing was pasted.', problem);
    else dispatch({ do: 'edit', edit: pasteEditOf(graph, fragment, view) });
  };
  return {
    /** The selected nodes as text. */
    text: () => copyNodes(queries, fragmentOf(graph, new Set(selected.nodes))),
    /**
     * Pastes the nodes in a text, within the visible part if possible. Returns false if there are
     * none.
     */
    paste: (content: string, view: Box): boolean => {
      const fragment = readCopiedNodes(queries, content);
      if (fragment) pasteFragment(fragment, view);
      return fragment !== undefined;
    },
    /**
     * The last text copied in this window, for browsers that do not allow reading the clipboard.
     */
    last: () => lastCopiedText(queries),
  };
};

/** Undefined if the browser denies access to the clipboard, or has none: over plain HTTP. */
const tryClipboard = async <T>(clipboard: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await clipboard();
  } catch {
    return undefined;
  }
};

/** The point as a box without size: pasted nodes are placed around it. */
const boxAtPoint = ({ x, y }: Position): Box => ({ x, y, width: 0, height: 0 });

/** Copy and paste by menu: the browser's clipboard must be requested. */
export const useClipboardActs = (editor: Editor) => {
  const { text, paste, last } = useClipboard(editor);
  const copy = async (): Promise<void> => {
    const copied = text();
    // The nodes are kept in this window even if the browser denies access.
    await tryClipboard(() => navigator.clipboard.writeText(copied));
  };
  return {
    copy: () => void copy(),
    cut: () => {
      void copy();
      editor.dispatch({ do: 'edit', edit: deleteEditOf(editor) });
    },
    paste: async (at: Position): Promise<void> => {
      const clipboardContent = await tryClipboard(() => navigator.clipboard.readText());
      const content = clipboardContent ?? last();
      if (content === undefined) {
        explain('Nothing was pasted.', 'This browser blocks the clipboard. Press Ctrl+V.');
      } else if (!paste(content, boxAtPoint(at))) {
        explain('Nothing was pasted.', 'There are no nodes on the clipboard. Copy some first.');
      }
    },
  };
};
