import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { ReactFlowProvider } from '@xyflow/react';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { canvasLayout, usePage } from '#web/app/page.ts';
import { useBotActs } from '../acts/use-bot-acts.tsx';
import { useBotRefusals } from '../acts/use-bot-refusals.ts';
import { needsSchedule } from '../acts/use-bot-status.tsx';
import { detailsOf } from '../editor/document/details.ts';
import { emptySelection } from '../editor/document/editor-state.ts';
import { Pane } from '../editor/inspector/pane.tsx';
import { issueCountsOf } from '../editor/use-editor.ts';
import { Canvas } from '#web/components/graph/canvas.tsx';
import { CanvasTools } from '#web/components/graph/canvas-tools.tsx';
import { useNodeFromUrl } from '#web/components/graph/use-node-from-url.ts';
import { useWalkKeys } from '#web/components/graph/use-walk-keys.ts';
import type { GraphSelection } from '#web/components/graph/use-flow.ts';
import { showPane, Workbench } from '#web/components/graph/workbench.tsx';
import { usePublish } from '../versions/use-publish.tsx';
import { useLazyVersions } from '../versions/use-lazy-versions.tsx';
import { ViewHeader } from './view-header.tsx';

/** The panel with the bot's versions: a restored or published one is shown at once. */
const useViewedVersions = (bot: BotView, schedule: (bot: BotView) => void) => {
  const refusals = useBotRefusals();
  const { publish, dialog } = usePublish((published) => {
    if (needsSchedule(published)) schedule(published);
  });
  const versions = useLazyVersions({
    bot,
    refusals,
    unsaved: undefined,
    onRestored: () => undefined,
    onPublish: (version) => publish(bot, version),
  });
  return { ...versions, dialog };
};

/** The read-only page of a bot: its newest version, node by node. */
export const BotViewer = ({ bot }: { bot: BotView }) => {
  const navigate = useNavigate();
  const [selected, setSelected] = useState<GraphSelection>(emptySelection);
  const acts = useBotActs({ follow: true, onDeleted: () => void navigate(pathTo('bots')) });
  const versions = useViewedVersions(bot, (published) => acts.onAct('schedule', published));
  const { graph, problems } = bot;
  const marks = useMemo(() => ({ issues: issueCountsOf(problems) }), [problems]);
  const keys = useWalkKeys(graph, selected, setSelected);
  const jump = (id: string) => {
    setSelected({ nodes: [id], edges: [] });
    showPane();
  };
  useNodeFromUrl(graph, jump);
  usePage({
    page: 'bot',
    title: bot.name,
    ...canvasLayout,
    drawer: versions.drawer,
  });
  return (
    <ReactFlowProvider>
      <Workbench
        header={<ViewHeader bot={bot} acts={acts} onVersions={versions.show} />}
        canvas={
          <Canvas
            graph={graph}
            marks={marks}
            selected={selected}
            onSelect={setSelected}
            keys={keys}
            label={`Graph of ${bot.name}`}
            viewName={bot._id}
          >
            <CanvasTools />
          </Canvas>
        }
        paneLabel="Settings"
        selectedId={selected.nodes.at(-1)}
        pane={
          <Pane
            botId={bot._id}
            details={detailsOf(bot)}
            graph={graph}
            saved={bot}
            problems={problems}
            selected={selected}
            onJump={jump}
          />
        }
      />
      {acts.dialogs}
      {versions.dialog}
    </ReactFlowProvider>
  );
};
