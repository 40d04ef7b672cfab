import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { ReactFlowProvider } from '@xyflow/react';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { usePage } from '#web/app/page.ts';
import { DeleteBot } from '../acts/delete-bot.tsx';
import { detailsOf } from '../editor/details.ts';
import { nothing } from '../editor/editor-state.ts';
import { Pane } from '../editor/pane.tsx';
import { issuesOf } from '../editor/use-editor.ts';
import { Canvas } from '../graph/canvas.tsx';
import { CanvasTools } from '../graph/canvas-tools.tsx';
import { useWalkKeys } from '../graph/use-walk-keys.ts';
import type { Chosen } from '../graph/use-flow.ts';
import { Workbench } from '../graph/workbench.tsx';
import { ViewHeader } from './view-header.tsx';

/** A bot to look at: its newest version, node by node, without changing anything. */
export const BotViewer = ({ bot }: { bot: BotView }) => {
  const navigate = useNavigate();
  const [selected, setSelected] = useState<Chosen>(nothing);
  const [deleting, setDeleting] = useState(false);
  const { graph, problems } = bot;
  const marks = useMemo(() => ({ issues: issuesOf(problems) }), [problems]);
  const keys = useWalkKeys(graph, selected, setSelected);
  usePage({
    title: bot.name,
    crumbs: [{ text: 'Bots', to: '/bots' }],
    contentType: 'form',
    edgeToEdge: true,
  });
  return (
    <ReactFlowProvider>
      <Workbench
        header={<ViewHeader bot={bot} onDelete={() => setDeleting(true)} />}
        canvas={
          <Canvas
            graph={graph}
            marks={marks}
            selected={selected}
            onSelect={setSelected}
            keys={keys}
            label={`Graph of ${bot.name}`}
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
