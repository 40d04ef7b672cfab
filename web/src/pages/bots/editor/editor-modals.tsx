import { Suspense, useState } from 'react';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { isInRuns } from '#lib/domain/bots/node-facts.schema.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { useRestart, useStartRun } from '#web/components/run/use-start-run.tsx';
import type { DataSource } from '../trial/source.ts';
import type { TriggerEvents } from '../trial/use-trigger-events.ts';
import type { RunPart, RunRequest } from './running/run-plan.ts';
import { detailsOf } from './document/details.ts';
import { showUnfinishedJson } from './saving/not-saved.ts';
import type { useAutosave } from './saving/use-autosave.ts';
import type { BotDraft } from './saving/use-bot-draft.ts';
import type { useSave } from './saving/use-save.ts';

const LazyDetailsModal = lazyDialog(
  async () => (await import('./saving/details-modal.tsx')).DetailsModal,
);
const LazyRunModal = lazyDialog(async () => (await import('./running/run-modal.tsx')).RunModal);
const LazyStaleModal = lazyDialog(
  async () => (await import('./saving/stale-modal.tsx')).StaleModal,
);

const LazyRestoreModal = lazyDialog(
  async () => (await import('./saving/restore-modal.tsx')).RestoreModal,
);

/** The run dialog is opened for a part of the bot. */
export type OpenModal = 'settings' | { run: RunPart };

type Props = {
  openModal: OpenModal | undefined;
  draft: BotDraft;
  saving: ReturnType<typeof useSave>;
  autosave: ReturnType<typeof useAutosave>;
  /** The source of the data for nodes. */
  source: DataSource;
  triggerEvents: TriggerEvents | undefined;
  /** Called when a run of the bot has started. */
  onStarted: (run: ExecutionView) => void;
  onClose: () => void;
};

const Settings = ({ draft, saving, onClose }: Props) => {
  const isNew = !draft.saved;
  const [failure, setFailure] = useState<string>();
  return (
    <LazyDetailsModal
      failure={failure}
      details={draft.details}
      botId={draft.saved?._id}
      title={isNew ? 'Create bot' : 'Change bot settings'}
      confirm={isNew ? 'Create bot' : 'Apply'}
      loading={saving.saving}
      onClose={onClose}
      onConfirm={(details, refuse) => {
        draft.setDetails(details);
        setFailure(undefined);
        if (!isNew) {
          onClose();
          return;
        }
        const callbacks = { refuse, fail: setFailure, done: onClose };
        saving.save({ ...details, graph: draft.editor.graph }, callbacks);
      }}
    />
  );
};

/** Starts the requested run, which is shown on the canvas. */
const useRun = (bot: BotView, { onStarted, onClose }: Pick<Props, 'onStarted' | 'onClose'>) => {
  const handleStarted = (startedRun: ExecutionView) => {
    onStarted(startedRun);
    onClose();
  };
  const [failure, setFailure] = useState<string>();
  const { start, isPending: isStarting } = useStartRun(handleStarted, setFailure);
  const { restart, isPending: isResuming } = useRestart('resume', handleStarted, setFailure);
  const { _id: bot_id, name: bot_name, draft_version: version } = bot;
  const run = (request: RunRequest) => {
    setFailure(undefined);
    if ('start' in request) {
      start({ bot, version, ...request.start }, false);
      return;
    }
    const { id, ...options } = request.resume;
    restart({ _id: id, bot_id, bot_name }, { ...options, version });
  };
  return { run, failure, isPending: isStarting || isResuming };
};

const Run = ({
  bot,
  draft,
  source,
  triggerEvents,
  part,
  onStarted,
  onClose,
}: Pick<Props, 'draft' | 'source' | 'triggerEvents' | 'onStarted' | 'onClose'> & {
  bot: BotView;
  part: RunPart;
}) => {
  const { run, failure, isPending } = useRun(bot, { onStarted, onClose });
  const { graph, selected } = draft.editor;
  const selectedNodeId = selected.nodes.length === 1 ? selected.nodes[0] : undefined;
  return (
    <LazyRunModal
      bot={bot}
      node={graph.nodes.find((node) => node.id === selectedNodeId && isInRuns(node))}
      part={part}
      {...{ source, triggerEvents, failure }}
      pins={graph.nodes.filter(({ pinned }) => pinned).length}
      loading={isPending}
      onClose={onClose}
      onRun={run}
    />
  );
};

const Stale = ({ draft, saving }: Props) => {
  const { saved, base, baseDetails, details, editor } = draft;
  const [failure, setFailure] = useState<string>();
  if (!saved) return null;
  return (
    <LazyStaleModal
      botId={saved._id}
      base={base ?? saved.draft_version}
      yours={editor.graph}
      baseGraph={base === saved.draft_version ? saved.graph : undefined}
      details={{ base: baseDetails ?? detailsOf(saved), yours: details }}
      saving={saving.saving}
      failure={failure}
      onClose={() => saving.setStale(false)}
      onReload={(latest) => {
        draft.reload(latest);
        saving.setStale(false);
      }}
      onSaveOnTop={({ draft_version }, merged) => {
        if (draft.unfinished) {
          saving.setStale(false);
          showUnfinishedJson(draft, draft.unfinished);
          return;
        }
        setFailure(undefined);
        saving.save({ ...merged, graph: editor.graph }, { base: draft_version, fail: setFailure });
      }}
    />
  );
};

const Restore = ({ draft, autosave }: Pick<Props, 'draft' | 'autosave'>) =>
  autosave.found && (
    <LazyRestoreModal
      keptDraft={autosave.found}
      openedGraph={draft.editor.graph}
      version={draft.saved?.draft_version}
      onRestore={autosave.restore}
      onDiscard={autosave.discard}
      onClose={autosave.later}
    />
  );

const CurrentDialog = (props: Props) => {
  const { openModal, draft, saving, autosave } = props;
  if (autosave.found) return <Restore {...props} />;
  // A dialog that was opened while the bot was being saved stays open when the response arrives.
  if (openModal === 'settings') return <Settings {...props} />;
  if (typeof openModal === 'object' && draft.saved) {
    return <Run {...props} bot={draft.saved} part={openModal.run} />;
  }
  return saving.stale ? <Stale {...props} /> : null;
};

/** The editor's dialogs, one at a time; their code is fetched at first use. */
export const EditorModals = (props: Props) => (
  <Suspense fallback={null}>
    <CurrentDialog {...props} />
  </Suspense>
);
