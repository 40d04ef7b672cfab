import { useEffect, useState } from 'react';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { foldText, rankOf, wordsOf } from '#lib/domain/search/match.rules.ts';
import { type HitGroup, type SearchKind, searchPhrase } from '#lib/domain/search/search.schema.ts';
import { search } from '#web/api/search.ts';
import { useCall } from '#web/api/use-call.ts';
import { localTime } from '#web/components/time.tsx';
import { findTargets, mayOpen } from './search-targets.ts';
import { readRecent, type RecentItem } from './recent.ts';

/** An option of the search. */
export type Option = RecentItem & { id: string };

export type OptionGroup = { title: string; options: Option[]; note?: string | undefined };

const titles: Record<SearchKind, string> = {
  bot: 'Bots',
  app: 'Self Service Apps',
  run: 'Runs',
  listener: 'Listeners',
  integration: 'Integrations',
  action: 'Actions',
  rule: 'Rules',
  user: 'Users',
  dashboard: 'Dashboards',
  resource: 'Resources',
};

const maxTargets = 5;

/** Milliseconds without a keystroke after which the server is queried. */
const debounceMs = 120;

const useDebouncedText = (text: string): string => {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
};

const noteOn = ({ more, partial }: HitGroup): string | undefined => {
  if (partial) return 'Not everything was searched. Search again to continue.';
  return more ? 'There are more results. Keep typing to narrow them down.' : undefined;
};

/**
 * The answer as options. While a newer answer is awaited, only the options that match the newer
 * text are shown.
 */
const optionsOf = (group: HitGroup, words: readonly string[], isLate: boolean): OptionGroup => {
  const options = group.hits
    .filter(({ id, title, subtitle }) => {
      const searchable = { name: foldText(title), also: foldText(`${subtitle} ${id}`) };
      return !isLate || rankOf(words, searchable) !== undefined;
    })
    .map(({ id, title, subtitle, at, link }) => ({
      id: `${group.kind} ${id}`,
      title,
      subtitle: at === undefined ? subtitle : `${subtitle} · ${localTime(at)}`,
      link,
    }));
  return { title: titles[group.kind], options, note: isLate ? undefined : noteOn(group) };
};

/** One of the two calls of a search, made for the text typed last. */
const useSearchHits = (
  call: (typeof search)[keyof typeof search],
  text: string,
  enabled: boolean,
) => {
  const debouncedText = useDebouncedText(text);
  const phrase = searchPhrase.safeParse(debouncedText).data;
  const isRequested = enabled && phrase !== undefined;
  const answer = useCall(call, { text: phrase ?? '' }, { enabled: isRequested, keep: true });
  const canSearch = enabled && searchPhrase.safeParse(text).success;
  const isLate = canSearch && !answer.error && (debouncedText !== text || answer.isFetching);
  const words = wordsOf(text);
  const groups = canSearch
    ? (answer.data?.groups ?? []).map((group) => optionsOf(group, words, isLate))
    : [];
  return { groups, isLate, error: canSearch ? answer.error : null, refetch: answer.refetch };
};

const recentFor = (user: CurrentUser): OptionGroup[] => {
  const options = readRecent()
    .filter(({ link }) => mayOpen(user, link))
    .map((one) => ({ ...one, id: one.link }));
  return [{ title: 'Recently opened', options }];
};

const targetGroupsFor = (user: CurrentUser, text: string): OptionGroup[] => {
  const found = findTargets(user, text, maxTargets);
  const groupOf = (title: string, isCommand: boolean) => ({
    title,
    options: found
      .filter((one) => one.isCommand === isCommand)
      .map((one) => ({ ...one, id: `${title} ${one.link}` })),
  });
  return [groupOf('Pages', false), groupOf('Commands', true)];
};

/** The results that match a text; without a text, the items that the user opened last. */
export const useSearch = (user: CurrentUser, text: string) => {
  const mayListResources = mayOpen(user, '/inventory');
  const names = useSearchHits(search.searchNames, text, true);
  const resources = useSearchHits(search.searchResourceNames, text, mayListResources);
  const groups =
    text.trim() === ''
      ? recentFor(user)
      : [...targetGroupsFor(user, text), ...names.groups, ...resources.groups];
  return {
    groups: groups.filter(({ options, note }) => options.length > 0 || note !== undefined),
    isLate: names.isLate || resources.isLate,
    failed: [
      ...(names.error ? [{ subject: 'names', error: names.error, retry: names.refetch }] : []),
      ...(resources.error
        ? [{ what: 'resources', error: resources.error, retry: resources.refetch }]
        : []),
    ],
  };
};
