import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { useViewActions } from '#web/components/graph/use-view-actions.ts';
import { createPinHandler } from '../../trial/pin.ts';
import type { TrialProps } from '../../trial/test-tab.tsx';
import { ContextMenu } from './context-menu.tsx';
import type { Edit } from '../document/edit.ts';
import type { InsertPoint } from '../document/insert.ts';
import { type MenuActions, menuOf } from './menu-items.ts';
import { holdFocus } from './typing.ts';
import { useClipboardActs } from './use-clipboard.ts';
import type { Editor } from '../use-editor.ts';
import type { OpenMenu } from './use-menu.ts';

type Props = {
  editor: Editor;
  trial: TrialProps | undefined;
  openMenu: OpenMenu;
  add: (insertPoint: InsertPoint) => void;
  onClose: () => void;
} & Pick<MenuActions, 'inspect' | 'rename' | 'find' | 'tidy' | 'help'>;

const saveFirst = 'Save the bot first.';

const useMenuActions = ({ editor, trial, openMenu, add, ...actions }: Props): MenuActions => {
  const { graph, dispatch } = editor;
  const clipboard = useClipboardActs(editor);
  const { fit } = useViewActions();
  const canvas = openMenu.from.closest('.bot-graph');
  const edit = (one: Edit) => {
    dispatch({ do: 'edit', edit: one });
    if (canvas) holdFocus(canvas);
  };
  const test = ({ id }: GraphNode) => {
    trial?.onTesting(id);
    actions.inspect();
  };
  return {
    ...actions,
    ...clipboard,
    cut: () => {
      clipboard.cut();
      if (canvas) holdFocus(canvas);
    },
    paste: (at) => void clipboard.paste(at),
    edit,
    add,
    fit,
    undo: () => dispatch({ do: 'undo' }),
    redo: () => dispatch({ do: 'redo' }),
    selectAll: () => dispatch({ do: 'select', nodes: graph.nodes.map(({ id }) => id) }),
    test,
    runUntil: () => trial?.onRun('until'),
    pin: (node) => {
      const output = trial?.shown?.view.results[node.id]?.output ?? {};
      createPinHandler((pinned) => edit({ do: 'pin', id: node.id, pinned }))(output);
      test(node);
    },
  };
};

/** The context menu of the canvas. */
export const CanvasMenu = (props: Props) => {
  const { editor, trial, openMenu, onClose } = props;
  const { graph, selected, past, future } = editor;
  const actions = useMenuActions(props);
  const refusals = {
    run: trial ? trial.runRefusal.until : saveFirst,
    test: trial ? undefined : saveFirst,
    undo: past.length === 0 ? 'There is nothing to undo.' : undefined,
    redo: future.length === 0 ? 'There is nothing to redo.' : undefined,
  };
  const menu = menuOf({ graph, selected, target: openMenu.target, actions, refusals });
  return <ContextMenu {...menu} at={openMenu.at} onClose={onClose} />;
};
