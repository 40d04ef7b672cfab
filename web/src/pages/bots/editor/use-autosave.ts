import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flash } from '#web/app/flash.tsx';
import { sameContent } from './canonical.ts';
import { sameDetails } from './details.ts';
import { dropDraft, keepDraft, type KeptDraft, readDraft } from './kept-draft.ts';
import type { BotDraft } from './use-bot-draft.ts';

/** How long typing may go on before what stands there is kept. */
const settleFor = 1000;

const unkept = 'This browser does not keep your changes.';
const saveSoon = 'Its storage is full or forbidden. Save soon: a closed tab would lose them.';

/** What was kept of this bot when it was opened, and is not what it is now. */
const leftOver = (botId: string | undefined, draft: BotDraft): KeptDraft | undefined => {
  const kept = readDraft(botId);
  if (!kept) return undefined;
  const { details, editor } = draft;
  const isSame = sameDetails(kept.details, details) && sameContent(kept.graph, editor.graph);
  return isSame ? undefined : kept;
};

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

/** What this editor has kept of a bot; changes of another tab are that tab's own to drop. */
const useKeeper = (botId: string | undefined) => {
  const keptAt = useRef<string>(undefined);
  return useMemo(
    () => ({
      /** False where the browser keeps nothing beyond this tab. */
      keep: (changes: Omit<KeptDraft, 'at'>): boolean => {
        const at = new Date().toISOString();
        keptAt.current = at;
        const isKept = keepDraft(botId, { ...changes, at });
        if (!isKept) flash.warning(unkept, { id: 'unkept', content: saveSoon });
        return isKept;
      },
      drop: () => {
        if (keptAt.current && readDraft(botId)?.at === keptAt.current) dropDraft(botId);
        keptAt.current = undefined;
        flash.remove('unkept');
      },
      own: ({ at }: KeptDraft) => {
        keptAt.current = at;
      },
    }),
    [botId],
  );
};

/**
 * Keeps unsaved changes in this browser, so that a crash or a closed tab loses none. What is left
 * of an earlier time is `found`, and stays until it was restored or discarded, or something else
 * was changed.
 */
export const useAutosave = (botId: string | undefined, draft: BotDraft) => {
  const [found, setFound] = useState(() => leftOver(botId, draft));
  const { details, editor, dirty, base } = draft;
  const { graph } = editor;
  const { keep, drop, own } = useKeeper(botId);
  const isDiscarded = useRef(false);
  const keepNow = useCallback(
    () => keep({ details, graph, ...(base && { base_version: base }) }),
    [keep, details, graph, base],
  );
  useEffect(() => {
    if (found) return undefined;
    isDiscarded.current = false;
    if (!dirty) {
      // At once: a bot that was just created goes on under another address.
      drop();
      return undefined;
    }
    const timer = setTimeout(keepNow, settleFor);
    return () => clearTimeout(timer);
  }, [found, dirty, drop, keepNow]);
  useAtTheEnd(() => {
    if (dirty && !found && !isDiscarded.current) keepNow();
  });
  return {
    found,
    /** At once; false where the browser keeps nothing beyond this tab. */
    keep: keepNow,
    restore: () => {
      if (found) {
        draft.restore(found);
        own(found);
      }
      setFound(undefined);
    },
    later: () => setFound(undefined),
    discard: () => {
      dropDraft(botId);
      isDiscarded.current = true;
      setFound(undefined);
    },
  };
};
