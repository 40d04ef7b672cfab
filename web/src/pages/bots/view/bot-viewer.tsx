import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { ReactFlowProvider } from '@xyflow/react';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { usePage } from '#web/app/page.ts';
import { DeleteBot } from '../acts/delete-bot.tsx';
import { useBotRefusals } from '../acts/use-bot-refusals.ts';
import { needsSchedule, useBotStatus } from '../acts/use-bot-status.tsx';
import { detailsOf } from '../editor/details.ts';
import { nothing } from '../editor/editor-state.ts';
import { Pane } from '../editor/pane.tsx';
import { issuesOf } from '../editor/use-editor.ts';
import { usePublish } from '../editor/use-publish.ts';
import { Canvas } from '../graph/canvas.tsx';
import { CanvasTools } from '../graph/canvas-tools.tsx';
import { useWalkKeys } from '../graph/use-walk-keys.ts';
import type { Chosen } from '../graph/use-flow.ts';
import { Workbench } from '../graph/workbench.tsx';
import { useVersions } from '../versions/use-versions.tsx';
import { ViewHeader } from './view-header.tsx';

/** The bot's versions at the side: what is restored or published shows as soon as it is done. */
const useViewedVersions = (bot: BotView, schedule: (bot: BotView) => void) => {
  const refusals = useBotRefusals();
  const { publish } = usePublish((published) => {
    if (needsSchedule(published)) schedule(published);
  });
  return useVersions({
    bot,
    refusals,
    unsaved: undefined,
    onRestored: () => undefined,
    onPublish: (version) => publish(bot, version),
  });
};

/** A bot to look at: its newest version, node by node, without changing anything. */
export const BotViewer = ({ bot }: { bot: BotView }) => {
  const navigate = useNavigate();
  const [selected, setSelected] = useState<Chosen>(nothing);
  const [deleting, setDeleting] = useState(false);
  const status = useBotStatus();
  const versions = useViewedVersions(bot, status.schedule);
  const { graph, problems } = bot;
  const marks = useMemo(() => ({ issues: issuesOf(problems) }), [problems]);
  const keys = useWalkKeys(graph, selected, setSelected);
  usePage({
    title: bot.name,
    crumbs: [{ text: 'Bots', to: '/bots' }],
    contentType: 'form',
    edgeToEdge: true,
    drawer: versions.drawer,
  });
  return (
    <ReactFlowProvider>
      <Workbench
        header={
          <ViewHeader
            bot={bot}
            status={status}
            onVersions={versions.show}
            onDelete={() => setDeleting(true)}
          />
        }
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
        pane={
          <Pane
            details={detailsOf(bot)}
            graph={graph}
            problems={problems}
            selected={selected}
            onJump={(id) => setSelected({ nodes: [id], edges: [] })}
          />
        }
      />
      {status.dialog}
      {deleting && (
        <DeleteBot
          bot={bot}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate('/bots')}
        />
      )}
    </ReactFlowProvider>
  );
};
