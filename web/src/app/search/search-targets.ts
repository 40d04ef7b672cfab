import { type Command, commands } from '#lib/commands.ts';
import { decide, type GuardedRoute } from '#lib/domain/account/permission.rules.ts';
import { bestOf, foldText, wordsOf } from '#lib/domain/search/match.rules.ts';
import type { Rights } from '#lib/kernel/caller.ts';
import { pageAt, type PageKey, pageOf, pages } from '#lib/pages.ts';
import { withAncestors } from '../page-links.ts';

/** A page or a command as a search result. */
export type SearchTarget = { title: string; subtitle: string; link: string; isCommand: boolean };

type IndexedTarget = SearchTarget & {
  name: string;
  also: string;
  guard: GuardedRoute | undefined;
  staffOnly: boolean;
};

const pathOf = (link: string): string => link.split('?')[0] ?? '';

/** The navigation entry that a page belongs to. */
const menuOf = (key: PageKey) =>
  withAncestors(key)
    .map((one) => pageOf(one).menu)
    .find(Boolean);

/** Whether a user may open the page of an address, by the same rule as the navigation. */
export const mayOpen = (rights: Rights, link: string): boolean => {
  const key = pageAt(pathOf(link))?.key;
  const menu = key && menuOf(key);
  if (menu?.staffOnly && rights.userType === 'SP_USER') return false;
  return !menu || decide(rights, menu.guard).allowed;
};

const toPageTarget = (key: PageKey): IndexedTarget => {
  const { title, path, menu } = pageOf(key);
  const { guard, staffOnly = false, section = '' } = menuOf(key) ?? {};
  const also = foldText([section, menu?.text, 'go to open page'].join(' '));
  const searchFields = { name: foldText(title), also, guard, staffOnly };
  return { title, subtitle: section, link: path, isCommand: false, ...searchFields };
};

const toCommandTarget = ({ text, synonyms = '', to, guard }: Command): IndexedTarget => ({
  title: text,
  subtitle: '',
  link: to,
  isCommand: true,
  name: foldText(text),
  also: foldText(synonyms),
  guard,
  staffOnly: false,
});

const commandPaths: ReadonlySet<string> = new Set(
  commands.flatMap(({ to, guard }) => (guard ? [to] : [])),
);

/** A page that leads out of the console if a marketplace listing is configured. */
const externalPages: ReadonlySet<PageKey> = new Set<PageKey>(['standard']);

/** Pages with a fixed address, each title once, except those that start something new. */
const openablePages = (Object.keys(pages) as PageKey[]).filter((key, at, all) => {
  const { path, title, menu } = pageOf(key);
  if (path.includes(':') || externalPages.has(key) || (!menu && commandPaths.has(path)))
    return false;
  return all.findIndex((one) => pageOf(one).title === title) === at;
});

const searchTargets: readonly IndexedTarget[] = [
  ...openablePages.map(toPageTarget),
  ...commands.map(toCommandTarget),
];

/** The pages and commands that match the text and that the user may open. */
export const findTargets = (rights: Rights, text: string, maxCount: number): SearchTarget[] => {
  const allowedTargets = searchTargets.filter(
    ({ guard, staffOnly }) =>
      !(staffOnly && rights.userType === 'SP_USER') && (!guard || decide(rights, guard).allowed),
  );
  return bestOf(allowedTargets, wordsOf(text)).slice(0, maxCount);
};
