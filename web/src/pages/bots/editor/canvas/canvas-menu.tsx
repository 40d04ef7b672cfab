import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { useViewActs } from '#web/components/graph/use-view-acts.ts';
import { pinWith } from '../../trial/pin.ts';
import type { TrialProps } from '../../trial/test-tab.tsx';
import { ContextMenu } from './context-menu.tsx';
import type { Edit } from '../document/edit.ts';
import type { Where } from '../document/insert.ts';
import { type MenuDoes, menuOf } from './menu-items.ts';
import { holdFocus } from './typing.ts';
import { useClipboardActs } from './use-clipboard.ts';
import type { Editor } from '../use-editor.ts';
import type { OpenMenu } from './use-menu.ts';

type Props = {
  editor: Editor;
  trial: TrialProps | undefined;
  open: OpenMenu;
  add: (where: Where) => void;
  onClose: () => void;
} & Pick<MenuDoes, 'inspect' | 'rename' | 'find' | 'tidy' | 'help'>;

const saveFirst = 'Save the bot first.';

const useDoes = ({ editor, trial, open, add, ...actions }: Props): MenuDoes => {
  const { graph, dispatch } = editor;
  const clipboard = useClipboardActs(editor);
  const { fit } = useViewActs();
  const canvas = open.from.closest('.bot-graph');
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
      const output = trial?.shown?.look.results[node.id]?.output ?? {};
      pinWith((pinned) => edit({ do: 'pin', id: node.id, pinned }))(output);
      test(node);
    },
  };
};

/** The context menu of the canvas. */
export const CanvasMenu = (props: Props) => {
  const { editor, trial, open, onClose } = props;
  const { graph, selected, past, future } = editor;
  const does = useDoes(props);
  const refusals = {
    run: trial ? trial.runRefusal.until : saveFirst,
    test: trial ? undefined : saveFirst,
    undo: past.length === 0 ? 'There is nothing to undo.' : undefined,
    redo: future.length === 0 ? 'There is nothing to redo.' : undefined,
  };
  const menu = menuOf({ graph, selected, target: open.target, does, refusals });
  return <ContextMenu {...menu} at={open.at} onClose={onClose} />;
};
