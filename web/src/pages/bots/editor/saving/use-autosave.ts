import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flash } from '#web/app/flash.tsx';
import { hasSameContent } from '../document/canonical.ts';
import { hasSameDetails } from '../document/details.ts';
import { randomHex } from '../document/random-hex.ts';
import { dropDraft, keepDraft, type KeptDraft, readDrafts } from './kept-draft.ts';
import type { BotDraft } from './use-bot-draft.ts';
import { windowId } from './window-id.ts';

/** Milliseconds without a change before the changes are kept. */
const autosaveDelay = 1000;

const notKeptTitle = 'This browser does not keep your changes.';
const saveSoon =
  'Its storage is full or blocked. Save soon: if you close the tab, your changes are lost.';

/**
 * The key under which this editor keeps its changes. New bots have no id, and a new one must not
 * overwrite another that was kept: each editor of a new bot has its own key.
 */
const useDraftKey = (botId: string | undefined): string => {
  const [newBotKey] = useState(() => randomHex(16));
  return botId === undefined ? newBotKey : windowId;
};

/**
 * The newest kept changes of this bot, from this or another window, that differ from its current
 * state.
 */
const findEarlierDraft = (botId: string | undefined, { details, editor }: BotDraft) =>
  readDrafts(botId).find(
    ({ draft }) =>
      !hasSameDetails(draft.details, details) || !hasSameContent(draft.graph, editor.graph),
  );

/** Calls it once more when the page is left: by navigation, by closing the tab, or by a reload. */
const useOnLeave = (call: () => void): void => {
  const callLatest = useEffectEvent(call);
  useEffect(() => {
    const leave = () => callLatest();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
};

/** Keeps and drops this editor's changes; those of other windows stay until they are taken over. */
const useDraftKeeper = (botId: string | undefined, slot: string) => {
  const hasKept = useRef(false);
  return useMemo(
    () => ({
      /** Returns false if the browser keeps nothing beyond this tab. */
      keep: (changes: Omit<KeptDraft, 'at'>): boolean => {
        hasKept.current = true;
        const at = new Date().toISOString();
        const isKept = keepDraft(botId, slot, { ...changes, at });
        if (!isKept) flash.warning(notKeptTitle, { id: 'unkept', content: saveSoon });
        return isKept;
      },
      drop: () => {
        if (hasKept.current) dropDraft(botId, slot);
        hasKept.current = false;
        flash.remove('unkept');
      },
      takeOver: (window: string, draft: KeptDraft) => {
        hasKept.current = true;
        keepDraft(botId, slot, draft);
        if (window !== slot) dropDraft(botId, window);
      },
    }),
    [botId, slot],
  );
};

/**
 * Keeps unsaved changes in this browser, so that a crash or a closed tab loses none. Earlier
 * changes are in `found`, and stay until they are restored or discarded, or something else is
 * changed. A new bot with a given draft (`hasInitialDraft`) is not offered other kept changes, and
 * is kept itself only once a user has changed it.
 */
export const useAutosave = (
  botId: string | undefined,
  draft: BotDraft,
  hasInitialDraft: boolean,
) => {
  const [found, setFound] = useState(() =>
    hasInitialDraft ? undefined : findEarlierDraft(botId, draft),
  );
  const slot = useDraftKey(botId);
  const { details, editor, touched, base, baseDetails } = draft;
  const { graph } = editor;
  const { keep, drop, takeOver } = useDraftKeeper(botId, slot);
  const isDiscarded = useRef(false);
  const keepNow = useCallback(
    () =>
      keep({
        details,
        graph,
        ...(base && { base_version: base }),
        ...(baseDetails && { base_details: baseDetails }),
      }),
    [keep, details, graph, base, baseDetails],
  );
  useEffect(() => {
    if (found) return undefined;
    isDiscarded.current = false;
    if (!touched) {
      // At once: a bot that was just created continues under another address.
      drop();
      return undefined;
    }
    const timer = setTimeout(keepNow, autosaveDelay);
    return () => clearTimeout(timer);
  }, [found, touched, drop, keepNow]);
  useOnLeave(() => {
    if (touched && !found && !isDiscarded.current) keepNow();
  });
  return {
    found: found?.draft,
    /** At once; returns false if the browser keeps nothing beyond this tab. */
    keep: keepNow,
    restore: () => {
      if (found) {
        draft.restore(found.draft);
        takeOver(found.window, found.draft);
      }
      setFound(undefined);
    },
    later: () => setFound(undefined),
    /** Discards the found changes, after which there may be more; else the unsaved ones here. */
    discard: () => {
      dropDraft(botId, found?.window ?? slot);
      isDiscarded.current = !found;
      setFound(found && findEarlierDraft(botId, draft));
    },
  };
};
