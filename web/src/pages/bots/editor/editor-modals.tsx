import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { DeleteBot } from '../acts/delete-bot.tsx';
import { useStartRun } from '../acts/use-start-run.tsx';
import type { BotDraft } from './use-bot-draft.ts';
import type { useSave } from './use-save.ts';

const DetailsModal = lazy(() =>
  import('./details-modal.tsx').then((module) => ({ default: module.DetailsModal })),
);
const RunModal = lazy(() =>
  import('./run-modal.tsx').then((module) => ({ default: module.RunModal })),
);
const StaleModal = lazy(() =>
  import('./stale-modal.tsx').then((module) => ({ default: module.StaleModal })),
);

export type OpenModal = 'settings' | 'run' | 'delete';

type Props = {
  open: OpenModal | undefined;
  draft: BotDraft;
  saving: ReturnType<typeof useSave>;
  onClose: () => void;
};

const Settings = ({ draft, saving, onClose }: Props) => {
  const isNew = !draft.saved;
  return (
    <DetailsModal
      details={draft.details}
      botId={draft.saved?._id}
      title={isNew ? 'Create bot' : 'Change bot settings'}
      confirm={isNew ? 'Create bot' : 'Apply'}
      loading={saving.saving}
      onClose={onClose}
      onConfirm={(details, refuse) => {
        draft.setDetails(details);
        if (isNew) saving.save({ ...details, graph: draft.editor.graph }, { refuse });
        else onClose();
      }}
    />
  );
};

const Run = ({ draft: { saved }, onClose }: Props) => {
  const { start, isPending } = useStartRun();
  if (!saved) return null;
  return (
    <RunModal
      name={saved.name}
      version={saved.draft_version}
      loading={isPending}
      onClose={onClose}
      onRun={(input) => start({ bot: saved, version: saved.draft_version, input }, true)}
    />
  );
};

const Stale = ({ draft, saving }: Props) => {
  const { saved, details, editor } = draft;
  if (!saved) return null;
  return (
    <StaleModal
      base={saved}
      yours={editor.graph}
      saving={saving.saving}
      onClose={() => saving.setStale(false)}
      onReload={(latest) => {
        draft.reload(latest);
        saving.setStale(false);
      }}
      onSaveOnTop={({ draft_version }) =>
        saving.save({ ...details, graph: editor.graph }, { base: draft_version })
      }
    />
  );
};

const Opened = (props: Props) => {
  const { open, draft, saving, onClose } = props;
  const navigate = useNavigate();
  if (saving.stale) return <Stale {...props} />;
  if (open === 'settings') return <Settings {...props} />;
  if (open === 'run') return <Run {...props} />;
  if (open === 'delete' && draft.saved) {
    const gone = () => void navigate('/bots');
    return <DeleteBot bot={draft.saved} onClose={onClose} onDeleted={gone} />;
  }
  return null;
};

/** The editor's dialogs, one at a time; their code is fetched at their first use. */
export const EditorModals = (props: Props) => (
  <Suspense fallback={null}>
    <Opened {...props} />
  </Suspense>
);
