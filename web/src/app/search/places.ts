import { type Command, commands } from '#lib/commands.ts';
import { decide, type Guarded } from '#lib/domain/account/permission.rules.ts';
import { bestOf, folded, wordsOf } from '#lib/domain/search/match.rules.ts';
import type { Rights } from '#lib/kernel/caller.ts';
import { pageAt, pageOf, type PageKey, pages } from '#lib/pages.ts';
import { upFrom } from '../place.ts';

/** A page or a command as a search result. */
export type Place = { title: string; subtitle: string; link: string; isCommand: boolean };

type Known = Place & { name: string; also: string; guard: Guarded | undefined; staffOnly: boolean };

const pathOf = (link: string): string => link.split('?')[0] ?? '';

/** The guard of a page: the navigation entry that it belongs to. */
const menuOf = (key: PageKey) => upFrom(key).map((one) => pageOf(one).menu).find(Boolean);

/** Whether a user may open the page of an address, by the same rule as the navigation. */
export const mayOpen = (rights: Rights, link: string): boolean => {
  const key = pageAt(pathOf(link))?.key;
  const menu = key && menuOf(key);
  if (menu?.staffOnly && rights.userType === 'SP_USER') return false;
  return !menu || decide(rights, menu.guard).allowed;
};

const asPlace = (key: PageKey): Known => {
  const { title, path, menu } = pageOf(key);
  const { guard, staffOnly = false, section = '' } = menuOf(key) ?? {};
  const also = folded([section, menu?.text, 'go to open page'].join(' '));
  const own = { name: folded(title), also, guard, staffOnly };
  return { title, subtitle: section, link: path, isCommand: false, ...own };
};

const asCommand = ({ text, also = '', to, guard }: Command): Known => ({
  title: text,
  subtitle: '',
  link: to,
  isCommand: true,
  name: folded(text),
  also: folded(also),
  guard,
  staffOnly: false,
});

const begun: ReadonlySet<string> = new Set(
  commands.flatMap(({ to, guard }) => (guard ? [to] : [])),
);

/** A page that leads out of the console if a marketplace listing is configured. */
const outside: ReadonlySet<PageKey> = new Set<PageKey>(['standard']);

/** Pages with a fixed address, each title once, except those that start something new. */
const openable = (Object.keys(pages) as PageKey[]).filter((key, at, all) => {
  const { path, title, menu } = pageOf(key);
  if (path.includes(':') || outside.has(key) || (!menu && begun.has(path))) return false;
  return all.findIndex((one) => pageOf(one).title === title) === at;
});

const places: readonly Known[] = [...openable.map(asPlace), ...commands.map(asCommand)];

/** The pages and commands that match the text and that the user may open. */
export const placesFor = (rights: Rights, text: string, most: number): Place[] => {
  const open = places.filter(
    ({ guard, staffOnly }) =>
      !(staffOnly && rights.userType === 'SP_USER') && (!guard || decide(rights, guard).allowed),
  );
  return bestOf(open, wordsOf(text)).slice(0, most);
};
