import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flash } from '#web/app/flash.tsx';
import { sameContent } from '../document/canonical.ts';
import { sameDetails } from '../document/details.ts';
import { randomHex } from '../document/random-hex.ts';
import { dropDraft, keepDraft, type KeptDraft, readDrafts } from './kept-draft.ts';
import type { BotDraft } from './use-bot-draft.ts';
import { windowId } from './window-id.ts';

/** How long typing may go on before what stands there is kept. */
const settleFor = 1000;

const unkept = 'This browser does not keep your changes.';
const saveSoon = 'Its storage is full or forbidden. Save soon: a closed tab would lose them.';

/**
 * Under which name this editor keeps its changes. New bots have no id that tells them apart, and
 * one that is begun must not write over another that was kept: each editor of one has its own.
 */
const useSlot = (botId: string | undefined): string => {
  const [own] = useState(() => randomHex(16));
  return botId === undefined ? own : windowId;
};

/** The newest of what is kept of this bot, here or by another window, and is not what it is now. */
const leftOver = (botId: string | undefined, { details, editor }: BotDraft) =>
  readDrafts(botId).find(
    ({ kept }) => !sameDetails(kept.details, details) || !sameContent(kept.graph, editor.graph),
  );

/** Calls it once more when the page is left: by the console, by closing the tab, by a reload. */
const useAtTheEnd = (call: () => void): void => {
  const last = useEffectEvent(call);
  useEffect(() => {
    const leave = () => last();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
};

/** What this editor has kept of a bot; what other windows keep stays theirs until taken over. */
const useKeeper = (botId: string | undefined, slot: string) => {
  const hasKept = useRef(false);
  return useMemo(
    () => ({
      /** False where the browser keeps nothing beyond this tab. */
      keep: (changes: Omit<KeptDraft, 'at'>): boolean => {
        hasKept.current = true;
        const at = new Date().toISOString();
        const isKept = keepDraft(botId, slot, { ...changes, at });
        if (!isKept) flash.warning(unkept, { id: 'unkept', content: saveSoon });
        return isKept;
      },
      drop: () => {
        if (hasKept.current) dropDraft(botId, slot);
        hasKept.current = false;
        flash.remove('unkept');
      },
      takeOver: (window: string, kept: KeptDraft) => {
        hasKept.current = true;
        keepDraft(botId, slot, kept);
        if (window !== slot) dropDraft(botId, window);
      },
    }),
    [botId, slot],
  );
};

/**
 * Keeps unsaved changes in this browser, so that a crash or a closed tab loses none. What is left
 * of an earlier time is `found`, and stays until it was restored or discarded, or something else
 * was changed. A bot that is `begun` from something else is not asked about another that was kept,
 * and is kept itself only once somebody has changed it.
 */
export const useAutosave = (botId: string | undefined, draft: BotDraft, begun: boolean) => {
  const [found, setFound] = useState(() => (begun ? undefined : leftOver(botId, draft)));
  const slot = useSlot(botId);
  const { details, editor, touched, base, baseDetails } = draft;
  const { graph } = editor;
  const { keep, drop, takeOver } = useKeeper(botId, slot);
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
      // At once: a bot that was just created goes on under another address.
      drop();
      return undefined;
    }
    const timer = setTimeout(keepNow, settleFor);
    return () => clearTimeout(timer);
  }, [found, touched, drop, keepNow]);
  useAtTheEnd(() => {
    if (touched && !found && !isDiscarded.current) keepNow();
  });
  return {
    found: found?.kept,
    /** At once; false where the browser keeps nothing beyond this tab. */
    keep: keepNow,
    restore: () => {
      if (found) {
        draft.restore(found.kept);
        takeOver(found.window, found.kept);
      }
      setFound(undefined);
    },
    later: () => setFound(undefined),
    /** Of what was found, and then there may be more; else of what is unsaved here. */
    discard: () => {
      dropDraft(botId, found?.window ?? slot);
      isDiscarded.current = !found;
      setFound(found && leftOver(botId, draft));
    },
  };
};
