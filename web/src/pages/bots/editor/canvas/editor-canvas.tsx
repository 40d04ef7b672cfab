import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Panel } from '@xyflow/react';
import Button from '@cloudscape-design/components/button';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { lazyExtra } from '#web/components/lazy-part.tsx';
import { Canvas } from '#web/components/graph/canvas.tsx';
import { CanvasTools, type Tool } from '#web/components/graph/canvas-tools.tsx';
import { noSource } from '../../trial/source.ts';
import type { TrialProps } from '../../trial/test-tab.tsx';
import { Palette } from './palette.tsx';
import { QuickList } from './quick-list.tsx';
import { useCanvasEdits } from './use-canvas-edits.ts';
import { type Editor, issueCountsOf } from '../use-editor.ts';
import { type KeyActions, useKeys } from './use-keys.ts';
import { useMenu } from './use-menu.ts';
import { useInitialSettings } from './use-initial-settings.ts';
import { usePalette } from './use-palette.ts';
import { type Tidying, useTidy } from './use-tidy.ts';

type Props = {
  editor: Editor;
  name: string;
  botId: string | undefined;
  /** The run shown on the canvas, and its data. */
  trial: TrialProps | undefined;
  find: () => void;
  messages: ReactNode;
} & Omit<KeyActions, 'addNode' | 'help'>;

const LazyShownRun = lazyExtra(async () => (await import('../../trial/shown-run.tsx')).ShownRun);
const LazyCanvasMenu = lazyDialog(async () => (await import('./canvas-menu.tsx')).CanvasMenu);
const LazyKeysModal = lazyDialog(async () => (await import('./keys-modal.tsx')).KeysModal);

const toolsOf = (editor: Editor, tidying: Tidying, help: () => void): Tool[] => [
  {
    id: 'undo',
    text: 'Undo',
    iconName: 'undo',
    disabled: editor.past.length === 0,
    run: () => editor.dispatch({ do: 'undo' }),
  },
  {
    id: 'redo',
    text: 'Redo',
    iconName: 'redo',
    disabled: editor.future.length === 0,
    run: () => editor.dispatch({ do: 'redo' }),
  },
  {
    id: 'tidy',
    text: 'Tidy up',
    iconName: 'grid-view',
    loading: tidying.isBusy,
    loadingText: 'Tidying up',
    run: tidying.tidy,
  },
  { id: 'keys', text: 'Keys (?)', iconName: 'keyboard', run: help },
];

/** The first hint, shown while the graph is empty. */
const Hint = () => (
  <Panel position="bottom-center">
    <div className="bot-hint">
      Press + below Start to add what comes next, or drag a kind of node onto the canvas. With the
      keyboard: Tab, then a name. Press ? for keyboard shortcuts.
    </div>
  </Panel>
);

const OpenPalette = ({ onOpen }: { onOpen: () => void }) => (
  <Panel position="top-left">
    <Button iconName="add-plus" onClick={onOpen}>
      Add a node
    </Button>
  </Panel>
);

/** The run that provides the data, shown on the canvas. */
const RunOnCanvas = ({ trial, editor }: { trial: TrialProps; editor: Editor }) => {
  const { source, onSource, onShown, onWantsResult } = trial;
  const { graph, dispatch } = editor;
  const onJump = useCallback((id: string) => dispatch({ do: 'select', nodes: [id] }), [dispatch]);
  if (source.kind !== 'run') return null;
  return (
    <Suspense fallback={null}>
      <LazyShownRun
        key={source.id}
        {...{ source, graph, onSource, onShown, onJump }}
        onClose={() => {
          onSource(noSource);
          onWantsResult(false);
        }}
      />
    </Suspense>
  );
};

/** The canvas of the editor: editing by mouse and keys, the palette, and the tools. */
export const EditorCanvas = ({ editor, name, botId, trial, find, messages, ...actions }: Props) => {
  const { graph, problems, selected, dispatch } = editor;
  const initial = useInitialSettings();
  const { requestNode, requestNodeHere, show, palette, quickList } = usePalette(editor, initial);
  const edits = useCanvasEdits(editor, requestNode, initial);
  const [helps, setHelps] = useState(false);
  const help = () => setHelps(true);
  const tidying = useTidy(editor);
  const keys = useKeys(editor, { ...actions, help, addNode: requestNodeHere });
  const menu = useMenu(editor);
  const runMarks = trial?.shown?.marks;
  const marks = useMemo(
    () => ({ issues: issueCountsOf(problems), ...runMarks }),
    [problems, runMarks],
  );
  return (
    <div className="bot-drawing">
      {palette && <Palette {...palette} />}
      <div className="bot-drawing-canvas">
        <Canvas
          graph={graph}
          marks={marks}
          selected={selected}
          onSelect={({ nodes, edges }) => dispatch({ do: 'select', nodes, edges })}
          keys={{ ...keys, onContextMenu: menu.onContextMenu }}
          edits={edits}
          label={`Graph of ${name}`}
          viewName={botId}
          messages={messages}
        >
          {!palette && <OpenPalette onOpen={show} />}
          {graph.nodes.length < 2 && <Hint />}
          {trial && <RunOnCanvas trial={trial} editor={editor} />}
          <CanvasTools tools={toolsOf(editor, tidying, help)} />
        </Canvas>
      </div>
      {quickList && <QuickList {...quickList} />}
      {menu.openMenu && (
        <Suspense fallback={null}>
          <LazyCanvasMenu
            {...{ editor, trial, find, help }}
            {...actions}
            openMenu={menu.openMenu}
            add={requestNode}
            tidy={tidying.tidy}
            onClose={menu.close}
          />
        </Suspense>
      )}
      {helps && (
        <Suspense fallback={null}>
          <LazyKeysModal onClose={() => setHelps(false)} />
        </Suspense>
      )}
    </div>
  );
};
