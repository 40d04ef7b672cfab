import { type KeyboardEvent, useEffect, useRef } from 'react';
import { nodeFacts, skippableKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { flash } from '#web/app/flash.tsx';
import { useViewActions } from '#web/components/graph/use-view-actions.ts';
import { commandOf, toggleDisabledEditOf } from '../document/key-commands.ts';
import { type Shortcut, shortcutOf } from '../document/shortcuts.ts';
import { holdFocus, isTyping } from './typing.ts';
import { useClipboardKeys } from './use-clipboard.ts';
import type { Editor } from '../use-editor.ts';

/** Shortcuts whose actions concern the page rather than the graph: the page owns its panels. */
export type KeyActions = {
  addNode: () => void;
  inspect: () => void;
  rename: () => void;
  save: () => void;
  help: () => void;
};

const isInDialog = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof Element && target.closest('dialog, [role="dialog"]') !== null;

const switchable = [...skippableKinds].map((kind) => nodeFacts[kind].label).join(', ');

/** Shows why a key did nothing. */
const explain = (header: string, content?: string): void =>
  flash.info(header, { id: 'canvas-key', content });

/** Blurs the field first, which may commit its text only then. */
const saveAfterField = (save: () => void): void => {
  if (document.activeElement instanceof HTMLElement && isTyping({ target: document.activeElement }))
    document.activeElement.blur();
  setTimeout(save);
};

/** Moves the focus to the node that is in the tab order. */
export const focusCanvas = (): void =>
  document.querySelector<HTMLElement>('.bot-graph [tabindex="0"]')?.focus();

const isInPane = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof Element && target.closest('.bot-workbench-pane') !== null;

/**
 * Shortcuts for save, undo, redo and help, wherever the focus is except in dialogs; in a text
 * field, undo and redo are the field's own. Esc moves the focus from the settings to the canvas.
 */
const usePageKeys = (editor: Editor, { save, help }: KeyActions): void => {
  const latest = useRef({ editor, save, help });
  useEffect(() => {
    latest.current = { editor, save, help };
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (event.defaultPrevented || isInDialog(event)) return;
      if (shortcut === 'save') {
        event.preventDefault();
        saveAfterField(() => latest.current.save());
      }
      if (shortcut === 'clear' && isInPane(event)) focusCanvas();
      if (shortcut === 'help' && !isTyping(event)) latest.current.help();
      if ((shortcut === 'undo' || shortcut === 'redo') && !isTyping(event)) {
        event.preventDefault();
        latest.current.editor.dispatch({ do: shortcut });
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};

/**
 * Handlers for the canvas: each key and clipboard event becomes a command or an action of the page.
 */
export const useKeys = (editor: Editor, actions: KeyActions) => {
  const clipboard = useClipboardKeys(editor);
  const acts: Partial<Record<Shortcut, () => void>> = {
    ...useViewActions(),
    addNode: actions.addNode,
    inspect: actions.inspect,
    rename: actions.rename,
    save: actions.save,
    help: actions.help,
  };
  usePageKeys(editor, actions);
  return {
    ...clipboard,
    onKeyDown: (event: KeyboardEvent) => {
      const shortcut = isTyping(event) ? undefined : shortcutOf(event);
      if (!shortcut || event.defaultPrevented) return;
      const onButton = event.target instanceof HTMLElement && event.target.closest('button');
      if (onButton && (shortcut === 'inspect' || shortcut === 'addNode')) return;
      event.preventDefault();
      acts[shortcut]?.();
      const command = commandOf(editor, shortcut, event.shiftKey);
      if (command) editor.dispatch(command);
      if (
        shortcut === 'disable' &&
        editor.selected.nodes.length > 0 &&
        !toggleDisabledEditOf(editor)
      )
        explain('Nothing was disabled.', `Only these kinds can be disabled: ${switchable}.`);
      holdFocus(event.currentTarget);
    },
  };
};
