import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EditingInfo, OtherEditor } from '#lib/domain/bots/editor.schema.ts';
import type { SavedVersion } from '#lib/domain/bots/version.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { queryKey } from '#web/api/use-call.ts';
import { windowId } from './window-id.ts';

/**
 * Milliseconds between reports of a visible window that it has the bot open: shorter if others do.
 */
const reportInterval = 20_000;
const sharedReportInterval = 10_000;

const call = bots.joinBotEditors;
const intervalFor = ({ others = [] }: Partial<EditingInfo> = {}): number =>
  others.length > 0 ? sharedReportInterval : reportInterval;

type Options = {
  /** Undefined for a bot that was never saved. */
  botId: string | undefined;
  /** The edited version. */
  base: number | undefined;
  dirty: boolean;
};

type OpenEditors = {
  /**
   * Other users, or other windows of the same user, that have the bot open; undefined if unknown.
   */
  others: OtherEditor[] | undefined;
  /** The newest version, if it was saved after the edited one. */
  newer: SavedVersion | undefined;
  /** The bot was deleted. */
  deleted: boolean;
};

/** Reports that the bot is open, until it is closed. If the call fails, nothing is shown. */
export const useEditorPresence = ({ botId, base, dirty }: Options): OpenEditors => {
  const input = {
    bot_id: botId ?? '',
    window_id: windowId,
    unsaved: dirty,
    ...(base !== undefined && { base_version: base }),
  };
  const [deletedId, setDeletedId] = useState<string>();
  const deleted = botId !== undefined && deletedId === botId;
  const { data, error } = useQuery<EditingInfo, ApiError>({
    queryKey: queryKey(call, input),
    queryFn: ({ signal }) => call(input, signal),
    enabled: botId !== undefined && !deleted,
    refetchInterval: ({ state }) => intervalFor(state.data),
    // An answer from an earlier opening is outdated.
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
