import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { BotView, Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { ofRoutes, readAgain } from '#web/api/read-again.ts';
import { queryKey, useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import type { BotDetails } from '../document/details.ts';
import { adviceOn, tellNotSaved } from './not-saved.ts';

type Draft = BotDetails & { graph: Graph };

type Options = {
  /** The version it builds on; the one that was edited unless told. */
  base?: number;
  /** Takes a refusal that names a field. */
  refuse?: (error: ApiError) => void;
  /** Tells any other failure where a dialog asked: behind that, nobody would read it. */
  fail?: (why: string) => void;
  /** Closes the dialog that asked, and no other that was opened meanwhile. */
  done?: () => void;
};

/** The message of a success, which goes when a later save fails. */
const savedId = (version: number) => `saved ${version}`;

/** What is read of a bot's newest version. */
const newestRoutes = [bots.getBot.routeKey, bots.listBotVersions.routeKey];

const staleAgain =
  'Somebody saved another version meanwhile. Compare yours with it, and save again.';

const isStale = ({ status, field }: ApiError) => status === 409 && field === 'base_version';

/**
 * Saves a draft as a new version. A draft that was edited from an older version than the newest is
 * not saved but reported as stale: its owner decides what becomes of both.
 */
export const useSave = (
  { saved, base: edited }: { saved: BotView | undefined; base: number | undefined },
  onSaved: (bot: BotView) => void,
) => {
  const create = useAction(bots.createBot);
  const update = useAction(bots.updateBot);
  const queries = useQueryClient();
  const [stale, setStale] = useState(false);
  const [deletedId, setDeletedId] = useState<string>();
  const outcome = ({ refuse, fail, done }: Options) => ({
    onSuccess: (bot: BotView) => {
      setStale(false);
      queries.setQueryData(queryKey(bots.getBot, { bot_id: bot._id }), bot);
      onSaved(bot);
      done?.();
      flash.remove('save');
      const isNew = saved?._id !== bot._id;
      const text = isNew ? 'Bot created' : `Saved as version ${bot.draft_version}`;
      flash.success(text, { id: savedId(bot.draft_version) });
    },
    onError: (error: ApiError) => {
      if (saved) flash.remove(savedId(saved.draft_version));
      if (isStale(error)) {
        setStale(true);
        // Where both are compared already, it is with a version that is not the newest any more.
        readAgain(queries, ofRoutes(newestRoutes));
        fail?.(staleAgain);
      } else if (error.field && refuse) refuse(error);
      else {
        (fail ?? tellNotSaved)(adviceOn(error));
        if (error.status === 404) setDeletedId(saved?._id);
      }
    },
  });
  const save = (draft: Draft, { base, ...told }: Options = {}) => {
    if (!saved) {
      create.mutate(draft, outcome(told));
      return;
    }
    const change = { bot_id: saved._id, base_version: base ?? edited ?? saved.draft_version };
    update.mutate({ ...draft, ...change }, outcome(told));
  };
  const saveAnew = (draft: Draft) => create.mutate(draft, outcome({}));
  const isSaving = create.isPending || update.isPending;
  const isDeleted = saved !== undefined && saved._id === deletedId;
  return { save, saveAnew, saving: isSaving, stale, setStale, isDeleted };
};
