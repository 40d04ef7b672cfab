import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import type { Call } from '#web/api/client.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';

/** What a caller says of the things to choose from. */
export type Chosen = {
  /** False: nothing is asked. */
  enabled?: boolean;
  /** The ids of those that are chosen, or of the one; a blank is none. */
  chosen: string | readonly string[];
};

type Kind<T, ListIn, OneIn> = {
  list: Call<ListIn, { items: T[]; next?: string | undefined }>;
  /** Asks for the first ones that fit a text, or for the first ones of all where it is blank. */
  fitting: (text: string) => ListIn;
  get: Call<OneIn, T>;
  one: (id: string) => OneIn;
  idOf: (item: T) => string;
};

/** Those that are chosen and not listed now: as they were listed before, else asked for by id. */
const useUnlisted = <T, ListIn, OneIn>(
  { get, one, idOf }: Kind<T, ListIn, OneIn>,
  chosen: Chosen['chosen'],
  listed: readonly T[] | undefined,
) => {
  const [seen, setSeen] = useState<ReadonlyMap<string, T>>(new Map());
  const unseen = (listed ?? []).filter((item) => seen.get(idOf(item)) !== item);
  if (unseen.length > 0) {
    setSeen(new Map([...seen, ...unseen.map((item) => [idOf(item), item] as const)]));
  }
  const ids = [...new Set([chosen].flat())].filter((id) => id !== '');
  const unknown = seen.size > 0 || listed ? ids.filter((id) => !seen.has(id)) : [];
  const answers = useQueries({
    queries: unknown.map((id) => ({
      queryKey: queryKey(get, one(id)),
      queryFn: ({ signal }: { signal: AbortSignal }) => get(one(id), signal),
    })),
  });
  const inList = new Set((listed ?? []).map(idOf));
  const known = ids.filter((id) => !inList.has(id)).flatMap((id) => seen.get(id) ?? []);
  const isGone = ({ error }: { error: unknown }) =>
    error instanceof ApiError && error.status === 404;
  return {
    unlisted: [...known, ...answers.flatMap(({ data }) => data ?? [])],
    gone: unknown.filter((_, at) => isGone(answers[at] ?? { error: undefined })),
  };
};

/**
 * Things to choose from: those that fit what was typed, where one page does not hold all
 * (`search`), and those that are chosen, also while others are looked for. `gone` are chosen ids of
 * none.
 */
export const useFound = <T, ListIn, OneIn>(
  kind: Kind<T, ListIn, OneIn>,
  { enabled = true, chosen }: Chosen,
) => {
  const [typed, search] = useState('');
  const first = useCall(kind.list, kind.fitting(''), { enabled });
  const isMore = first.data?.next !== undefined;
  const answer = useCall(kind.list, kind.fitting(isMore ? typed : ''), { enabled });
  const { unlisted, gone } = useUnlisted(kind, chosen, enabled ? answer.data?.items : undefined);
  const data = first.data && { items: [...(answer.data?.items ?? []), ...unlisted] };
  const ended = answer.error ? 'error' : 'loading';
  const statusType: 'finished' | 'error' | 'loading' = answer.data ? 'finished' : ended;
  return { found: { ...answer, data, statusType }, gone, search: isMore ? search : undefined };
};
