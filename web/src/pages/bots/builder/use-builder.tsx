import { Suspense, useEffect, useState } from 'react';
import * as z from 'zod';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { takeTask } from '#web/app/draft-handover.ts';
import { helpOpen, type Page } from '#web/app/page.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Loading } from '#web/components/loading.tsx';
import { choiceParam, useUrlState } from '#web/components/use-url-state.ts';
import type { Edit } from '../editor/document/edit.ts';
import { randomHex } from '../editor/document/random-hex.ts';
import {
  cancelWork,
  conversationOf,
  prependText,
  updateConversation,
  useConversation,
} from './conversation.ts';
import type { BuilderPanelProps } from './builder-panel.tsx';

const load = async () => (await import('./builder-parts.ts')).builderParts;
const LazyBuilderPanel = lazyPart(async () => (await load()).Panel);
const LazyBuilderCanvas = lazyPart(async () => (await load()).Canvas);

/** The query parameters that open the panel. */
export const builderParams = ['panel', 'ref'] as const;

const builderUrl = z.object({
  panel: choiceParam(['ai-builder']),
  /** The page that the user comes from. */
  ref: choiceParam(['compliance', 'run']),
});

const width = 480;

/**
 * The number of editors that show each conversation: for a moment two when a new one takes it over.
 */
const editorCounts = new Map<string, number>();

const addToEditorCount = (key: string, by: 1 | -1): void => {
  editorCounts.set(key, (editorCounts.get(key) ?? 0) + by);
};

/**
 * The work is cancelled when the editor is left; it continues when a new bot gets its own address.
 */
const useCancelOnLeave = (key: string): void => {
  useEffect(() => {
    addToEditorCount(key, 1);
    return () => {
      addToEditorCount(key, -1);
      setTimeout(() => {
        if (editorCounts.get(key) === 0) cancelWork(key);
      });
    };
  }, [key]);
};

/** Puts a task that a page handed over into the conversation. */
const useHandedOverTask = (key: string, botId: string | undefined): void => {
  useEffect(() => {
    const task = takeTask(botId);
    if (!task) return;
    const { text, enclosed, isSentAtOnce } = task;
    const { working, proposal, text: currentText } = conversationOf(key);
    // With an undecided change, or text already in the input, the task is not sent automatically.
    const isWaiting = working || proposal || currentText.trim() !== '';
    updateConversation(key, {
      // The same question about another run may still be in the input.
      text: currentText.includes(text) ? currentText : prependText(text, currentText),
      enclosed,
      isSentAtOnce: isWaiting ? undefined : isSentAtOnce,
    });
  }, [key, botId]);
};

/**
 * When the panel is closed, even before its code is loaded, nothing is sent without a further
 * click.
 */
const Panel = (props: BuilderPanelProps) => {
  const { builder } = props;
  useEffect(() => () => updateConversation(builder, { isSentAtOnce: undefined }), [builder]);
  return (
    <Suspense fallback={<Loading text="Loading the AI builder" />}>
      <LazyBuilderPanel {...props} />
    </Suspense>
  );
};

type Props = {
  botId: string | undefined;
  /** The conversation continues from the page of a new bot. */
  initialKey: string | undefined;
  name: string;
  draft: Graph;
  onEdit: (edit: Edit) => void;
  /** Undoes the last change of the draft. */
  onUndo: () => void;
  /** The editor shows a dialog first, after which the draft may differ. */
  isHeld: boolean;
};

/** The AI builder of an editor: its panel, and the canvas while it is working. */
export const useBuilder = ({ botId, initialKey, name, draft, onEdit, onUndo, isHeld }: Props) => {
  const [key] = useState(() => initialKey ?? botId ?? randomHex(8));
  const [{ panel, ref }, setUrl] = useUrlState(builderUrl);
  const { working, proposal } = useConversation(key);
  useHandedOverTask(key, botId);
  useCancelOnLeave(key);
  const close = () => {
    if (panel) setUrl({ panel: undefined, ref: undefined });
  };
  const shared = { builder: key, draft, onEdit };
  const drawer: Page['drawer'] = {
    title: 'AI builder',
    width,
    onClose: close,
    body: <Panel {...shared} {...{ onUndo, isHeld }} isFromCompliance={ref === 'compliance'} />,
  };
  const isBusy = working !== undefined || proposal !== undefined;
  return {
    key,
    show: () => {
      // Only one panel is open at a time.
      helpOpen.set(false);
      setUrl({ panel: 'ai-builder' });
    },
    close,
    panel,
    drawer: panel === 'ai-builder' ? drawer : undefined,
    /** The draft cannot be edited by hand meanwhile. */
    isBusy,
    canvas: isBusy ? (
      <Suspense fallback={<Loading text="Loading the AI builder" />}>
        <LazyBuilderCanvas {...shared} name={name} />
      </Suspense>
    ) : undefined,
  };
};
