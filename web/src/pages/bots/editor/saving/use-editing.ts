import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Editing, OtherEditor } from '#lib/domain/bots/editor.schema.ts';
import type { SavedVersion } from '#lib/domain/bots/version.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { queryKey } from '#web/api/use-call.ts';
import { windowId } from './window-id.ts';

/** How often a window that is looked at says that it has the bot open: oftener to others. */
const tellEvery = 20_000;
const tellOthersEvery = 10_000;

const call = bots.joinBotEditors;
const intervalFor = ({ others = [] }: Partial<Editing> = {}): number =>
  others.length > 0 ? tellOthersEvery : tellEvery;

type Options = {
  /** Absent for a bot that was never saved. */
  botId: string | undefined;
  /** The version that is edited. */
  base: number | undefined;
  dirty: boolean;
};

type Found = {
  /** Who else has the bot open, or the same person elsewhere; absent while nobody can tell. */
  others: OtherEditor[] | undefined;
  /** The newest version, where somebody saved it after the one that is edited. */
  newer: SavedVersion | undefined;
  /** Somebody deleted the bot. */
  deleted: boolean;
};

/** Says that the bot is open, until it is closed. Where nobody answers, nothing is said. */
export const useEditing = ({ botId, base, dirty }: Options): Found => {
  const input = {
    bot_id: botId ?? '',
    window_id: windowId,
    unsaved: dirty,
    ...(base !== undefined && { base_version: base }),
  };
  const [deletedId, setDeletedId] = useState<string>();
  const deleted = botId !== undefined && deletedId === botId;
  const { data, error } = useQuery<Editing, ApiError>({
    queryKey: queryKey(call, input),
    queryFn: ({ signal }) => call(input, signal),
    enabled: botId !== undefined && !deleted,
    refetchInterval: ({ state }) => intervalFor(state.data),
    // What was so when the bot was open before is no longer so.
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (error?.status === 404 && !deleted) setDeletedId(botId);
  useEffect(() => {
    if (botId === undefined) return undefined;
    return () => {
      call({ bot_id: botId, window_id: windowId, left: true }).catch(() => undefined);
    };
  }, [botId]);
  const newest = data?.newer;
  const isNewer = newest && base !== undefined && newest.version > base;
  const others = error ? undefined : data?.others;
  return { others, newer: isNewer ? newest : undefined, deleted };
};
