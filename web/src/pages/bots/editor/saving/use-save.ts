import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { BotView, Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { queriesOfRoutes, refreshQueries } from '#web/api/refetch.ts';
import { queryKey, useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import type { BotDetails } from '../document/details.ts';
import { saveFailureText, showNotSaved } from './not-saved.ts';

type Draft = BotDetails & { graph: Graph };

type Options = {
  /** The version that it is based on; by default the edited one. */
  base?: number;
  /** Handles an error that names a field. */
  refuse?: (error: ApiError) => void;
  /** Reports any other error in the dialog that asked: a message behind it would not be seen. */
  fail?: (reason: string) => void;
  /** Closes the dialog that asked, but none that was opened meanwhile. */
  done?: () => void;
};

/** The id of the success message, which is removed when a later save fails. */
const savedId = (version: number) => `saved ${version}`;

/** The routes that read a bot's newest version. */
const newestRoutes = [bots.getBot.routeKey, bots.listBotVersions.routeKey];

const staleAgain =
  'Somebody saved another version in the meantime. Compare yours with it, and save again.';

const isStale = ({ status, field }: ApiError) => status === 409 && field === 'base_version';

/**
 * Saves a draft as a new version. A draft that is not based on the newest version is not saved but
 * reported as stale: the user decides between both.
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
        // If both are compared already, the comparison is outdated.
        refreshQueries(queries, queriesOfRoutes(newestRoutes));
        fail?.(staleAgain);
      } else if (error.field && refuse) refuse(error);
      else {
        (fail ?? showNotSaved)(saveFailureText(error));
        if (error.status === 404) setDeletedId(saved?._id);
      }
    },
  });
  const save = (draft: Draft, { base, ...callbacks }: Options = {}) => {
    if (!saved) {
      create.mutate(draft, outcome(callbacks));
      return;
    }
    const change = { bot_id: saved._id, base_version: base ?? edited ?? saved.draft_version };
    update.mutate({ ...draft, ...change }, outcome(callbacks));
  };
  const saveAnew = (draft: Draft) => create.mutate(draft, outcome({}));
  const isSaving = create.isPending || update.isPending;
  const isDeleted = saved !== undefined && saved._id === deletedId;
  return { save, saveAnew, saving: isSaving, stale, setStale, isDeleted };
};
