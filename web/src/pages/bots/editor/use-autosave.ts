import { useEffect, useRef, useState } from 'react';
import { sameContent } from './canonical.ts';
import { sameDetails } from './details.ts';
import { dropDraft, keepDraft, type KeptDraft, readDraft } from './kept-draft.ts';
import type { BotDraft } from './use-bot-draft.ts';

/** How long typing may go on before what stands there is kept. */
const settleFor = 1000;

/** What was kept of this bot when it was opened, and is not what it is now. */
const leftOver = (botId: string | undefined, draft: BotDraft): KeptDraft | undefined => {
  const kept = readDraft(botId);
  if (!kept) return undefined;
  const { details, editor } = draft;
  const isSame = sameDetails(kept.details, details) && sameContent(kept.graph, editor.graph);
  return isSame ? undefined : kept;
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
  const isKept = useRef(false);
  useEffect(() => {
    if (found) return undefined;
    if (!dirty) {
      // At once: a bot that was just created goes on under another address.
      if (isKept.current) dropDraft(botId);
      isKept.current = false;
      return undefined;
    }
    const timer = setTimeout(() => {
      const at = new Date().toISOString();
      isKept.current = true;
      keepDraft(botId, { at, details, graph, ...(base && { base_version: base }) });
    }, settleFor);
    return () => clearTimeout(timer);
  }, [botId, found, dirty, details, graph, base]);
  return {
    found,
    restore: () => {
      if (found) draft.restore(found);
      isKept.current = true;
      setFound(undefined);
    },
    later: () => setFound(undefined),
    discard: () => {
      dropDraft(botId);
      setFound(undefined);
    },
  };
};
