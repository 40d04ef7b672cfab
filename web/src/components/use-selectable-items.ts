import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import type { Call } from '#web/api/client.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';

/** A caller's options. */
export type PickerOptions = {
  /** If false, nothing is fetched. */
  enabled?: boolean;
  /** The ids of the chosen items, or of the one; a blank counts as none. */
  chosen: string | readonly string[];
};

type ItemKind<T, ListIn, OneIn> = {
  list: Call<ListIn, { items: T[]; next?: string | undefined }>;
  /** The input for the first items that match a text, or for the first of all if it is blank. */
  fitting: (text: string) => ListIn;
  get: Call<OneIn, T>;
  one: (id: string) => OneIn;
  idOf: (item: T) => string;
};

/** Chosen items that are not in the current list: as listed before, otherwise fetched by id. */
const useUnlisted = <T, ListIn, OneIn>(
  { get, one, idOf }: ItemKind<T, ListIn, OneIn>,
  chosen: PickerOptions['chosen'],
  listed: readonly T[] | undefined,
) => {
  const [seenItems, setSeenItems] = useState<ReadonlyMap<string, T>>(new Map());
  const newItems = (listed ?? []).filter((item) => seenItems.get(idOf(item)) !== item);
  if (newItems.length > 0) {
    setSeenItems(new Map([...seenItems, ...newItems.map((item) => [idOf(item), item] as const)]));
  }
  const ids = [...new Set([chosen].flat())].filter((id) => id !== '');
  const missingIds = seenItems.size > 0 || listed ? ids.filter((id) => !seenItems.has(id)) : [];
  const answers = useQueries({
    queries: missingIds.map((id) => ({
      queryKey: queryKey(get, one(id)),
      queryFn: ({ signal }: { signal: AbortSignal }) => get(one(id), signal),
    })),
  });
  const inList = new Set((listed ?? []).map(idOf));
  const cachedItems = ids.filter((id) => !inList.has(id)).flatMap((id) => seenItems.get(id) ?? []);
  const isGone = ({ error }: { error: unknown }) =>
    error instanceof ApiError && error.status === 404;
  return {
    unlisted: [...cachedItems, ...answers.flatMap(({ data }) => data ?? [])],
    gone: missingIds.filter((_, at) => isGone(answers[at] ?? { error: undefined })),
  };
};

/**
 * Items to choose from: those that match the typed text if there is more than one page (`search`),
 * and always the chosen ones. `gone` are chosen ids that no longer exist.
 */
export const useSelectableItems = <T, ListIn, OneIn>(
  kind: ItemKind<T, ListIn, OneIn>,
  { enabled = true, chosen }: PickerOptions,
) => {
  const [searchText, search] = useState('');
  const first = useCall(kind.list, kind.fitting(''), { enabled });
  const hasMore = first.data?.next !== undefined;
  // Options stay until those of the next text arrive: none moves away under the pointer.
  const answer = useCall(kind.list, kind.fitting(hasMore ? searchText : ''), {
    enabled,
    keep: true,
  });
  const { unlisted, gone } = useUnlisted(kind, chosen, enabled ? answer.data?.items : undefined);
  const data = first.data && { items: [...(answer.data?.items ?? []), ...unlisted] };
  const pendingStatus = answer.error ? 'error' : 'loading';
  const isCurrent = answer.data !== undefined && !answer.isPlaceholderData;
  const statusType: 'finished' | 'error' | 'loading' = isCurrent ? 'finished' : pendingStatus;
  return { found: { ...answer, data, statusType }, gone, search: hasMore ? search : undefined };
};
