import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ReactFlowProvider } from '@xyflow/react';
import type { InputProps } from '@cloudscape-design/components/input';
import type { BotSummary, BotView, NewBot } from '#lib/domain/bots/bot.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { flash } from '#web/app/flash.tsx';
import { canvasLayout, usePage } from '#web/app/page.ts';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { useBotActs } from '../acts/use-bot-acts.tsx';
import { type BotRefusals, useBotRefusals } from '../acts/use-bot-refusals.ts';
import { needsSchedule } from '../acts/use-bot-status.tsx';
import { builderParams, useBuilder } from '../builder/use-builder.tsx';
import { useFind } from '../find/use-find.ts';
import { useNodeFromUrl } from '#web/components/graph/use-node-from-url.ts';
import { showPane, Workbench } from '#web/components/graph/workbench.tsx';
import { ScheduleAccess } from '../schedule/schedule-access.ts';
import { noSource } from '../trial/source.ts';
import { usePublish } from '../versions/use-publish.tsx';
import { useLazyVersions } from '../versions/use-lazy-versions.tsx';
import { EditorCanvas } from './canvas/editor-canvas.tsx';
import { EditorHeader, type HeaderAction } from './editor-header.tsx';
import { EditorModals, type OpenModal } from './editor-modals.tsx';
import { endHandover, readHandover } from './saving/handover.ts';
import type { Edit } from './document/edit.ts';
import { warningsOf } from './document/warnings.ts';
import { editorHelp } from './help.tsx';
import { LeaveModal } from './saving/leave-modal.tsx';
import { showUnfinishedJson } from './saving/not-saved.ts';
import { Notices } from './saving/notices.tsx';
import { Pane } from './inspector/pane.tsx';
import type { RunPart } from './running/run-plan.ts';
import { useAutosave } from './saving/use-autosave.ts';
import { useOwnAddress } from './saving/use-own-address.ts';
import { type BotDraft, useBotDraft } from './saving/use-bot-draft.ts';
import { useSave } from './saving/use-save.ts';
import { useTrial } from './running/use-trial.ts';

/** Moves the focus into the pane when it shows the selection, unless the focus is there already. */
const focusPane = (): void => {
  setTimeout(() => {
    showPane();
    const pane = document.querySelector('.bot-workbench-pane');
    if (pane?.contains(document.activeElement)) return;
    const findInPane = (selector: string) =>
      [...(pane?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
        (one) => !one.closest('.bot-find, .bot-workbench-back'),
      );
    (findInPane('input, textarea') ?? findInPane('button'))?.focus();
  });
};

type Builder = ReturnType<typeof useBuilder>;

/**
 * The actions of the header's buttons and of keys; `busy` is the one that the server is processing.
 */
const useEditorActions = (draft: BotDraft, refusals: BotRefusals, builder: Builder) => {
  const [openModal, setOpenModal] = useState<OpenModal>();
  const saving = useSave(draft, draft.onSaved);
  const navigate = useNavigate();
  const onDeleted = () => void navigate(pathTo('bots'));
  const botActions = useBotActs({ onChanged: draft.onPublished, onDeleted });
  const { publish, dialog: publishing } = usePublish((bot) => {
    draft.onPublished(bot);
    if (needsSchedule(bot)) botActions.onAct('schedule', bot);
  });
  const { saved, editor, details, changed, unfinished } = draft;
  const versions = useLazyVersions({
    bot: saved,
    refusals,
    unsaved: changed ? 'Save or undo your changes first: they would be replaced.' : undefined,
    onRestored: draft.reload,
    onPublish: (version) => saved && publish(saved, version),
  });
  /** Whether there is invalid JSON in a node: it is reported, and not left out of a save. */
  const isHeld = () => {
    if (unfinished) showUnfinishedJson(draft, unfinished);
    return unfinished !== undefined;
  };
  const save = () => {
    if (isHeld()) return;
    if (!saved) setOpenModal('settings');
    else if (changed && !saving.saving) saving.save({ ...details, graph: editor.graph });
  };
  const acts: Record<HeaderAction, () => void> = {
    save,
    validate: () => {
      editor.dispatch({ do: 'select', nodes: [] });
      const warnings = warningsOf({ graph: editor.graph, details }, saved);
      if (editor.problems.length + warnings.length > 0) focusPane();
      else flash.success('No issues: this graph can run.', { id: 'validate' });
    },
    publish: () => saved && publish(saved),
    run: () => setOpenModal({ run: 'all' }),
    // For a new bot, the settings dialog is the first save.
    settings: () => {
      if (saved || !isHeld()) setOpenModal('settings');
    },
    versions: () => {
      builder.close();
      versions.show();
    },
    builder: () => {
      versions.close();
      builder.show();
    },
  };
  const busy: HeaderAction | undefined = saving.saving ? 'save' : undefined;
  const close = () => setOpenModal(undefined);
  const run = (part: RunPart) => setOpenModal({ run: part });
  const dialog = publishing ?? botActions.dialogs;
  const drawer = builder.drawer ?? versions.drawer;
  return { openModal, close, run, saving, acts, botActions, busy, drawer, dialog };
};

type CanvasProps = ComponentProps<typeof EditorCanvas> & { builder: Builder };

/** The editable canvas, or the AI builder's proposed change. */
const EditorOrBuilderCanvas = ({ builder, ...props }: CanvasProps) =>
  builder.canvas ?? <EditorCanvas {...props} />;

type Props = {
  openedBot?: BotView | undefined;
  /** The draft of a new bot; undefined for an empty canvas. */
  draft?: NewBot | undefined;
};

const Editor = ({ openedBot, draft: initialDraft }: Props) => {
  const [handover] = useState(() => readHandover(openedBot?._id));
  useEffect(endHandover, []);
  const draft = useBotDraft(openedBot, initialDraft, handover);
  const { saved, details, editor, dirty, changed } = draft;
  const refusals = useBotRefusals();
  const name = details.name || 'New bot';
  const { graph, problems, selected, dispatch } = editor;
  const edit = (change: Edit, mergeKey?: string) =>
    dispatch({ do: 'edit', edit: change, ...(mergeKey && { mergeKey }) });
  const from = { botId: saved?._id, initialKey: handover?.builder };
  const onUndo = () => dispatch({ do: 'undo' });
  const autosave = useAutosave(openedBot?._id, draft, initialDraft !== undefined);
  const isHeld = autosave.found !== undefined;
  const builder = useBuilder({ ...from, name, draft: graph, onEdit: edit, onUndo, isHeld });
  const actions = useEditorActions(draft, refusals, builder);
  const { openModal, close, run, saving, acts, botActions, busy, drawer, dialog } = actions;
  const find = useFind();
  const nameInput = useRef<InputProps.Ref>(null);
  useOwnAddress(openedBot, draft, builder);
  usePage({ page: 'bot', title: name, ...canvasLayout, help: editorHelp, drawer });
  const situation = { saved, dirty, graph, problems, refusals };
  const trial = useTrial(situation, run);
  const schedule = (bot: BotSummary) => botActions.onAct('schedule', bot);
  const jump = (id: string) => {
    dispatch({ do: 'select', nodes: [id] });
    showPane();
  };
  useNodeFromUrl(graph, jump);
  return (
    <>
      <LeaveGuard dirty={draft.touched} panels={builderParams}>
        {(handlers) => <LeaveModal {...{ draft, autosave }} {...handlers} />}
      </LeaveGuard>
      <Workbench
        header={
          <EditorHeader
            {...{ name, situation, changed, busy }}
            acts={botActions}
            onAction={(action) => acts[action]()}
          />
        }
        canvas={
          <EditorOrBuilderCanvas
            {...{ builder, editor, name, trial }}
            botId={saved?._id}
            inspect={focusPane}
            rename={() => nameInput.current?.select()}
            save={acts.save}
            find={find.show}
            messages={<Notices draft={draft} saving={saving} onJump={jump} />}
          />
        }
        paneLabel="Settings"
        selectedId={selected.nodes.at(-1)}
        pane={
          <ScheduleAccess value={{ bot: saved, schedule }}>
            <Pane
              botId={saved?._id}
              {...{ details, graph, saved, problems, selected, trial, find }}
              {...(!builder.isBusy && { onEdit: edit })}
              onJump={jump}
              onSettings={acts.settings}
              nameRef={nameInput}
              tabsState={draft.tabsState}
            />
          </ScheduleAccess>
        }
      />
      {dialog}
      <EditorModals
        {...{ openModal, draft, saving, autosave }}
        source={trial?.source ?? noSource}
        triggerEvents={trial?.triggerEvents}
        onStarted={(run) => trial?.onStarted(run)}
        onClose={close}
      />
    </>
  );
};

/**
 * The editor of a new or an existing bot; the bot that was opened does not change while it is
 * edited.
 */
export const BotEditor = (props: Props) => (
  <ReactFlowProvider>
    <Editor {...props} />
  </ReactFlowProvider>
);
