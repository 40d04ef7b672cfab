import { useEffect } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod';
import { pageAt, type PageKey, pages } from '#lib/pages.ts';
import { shownPage } from '../page.ts';
import { preferenceOf, setPreference } from '../preferences.ts';
import { useStore } from '../store.ts';

const recentItem = z.object({ title: z.string(), subtitle: z.string(), link: z.string() });
export type RecentItem = z.infer<typeof recentItem>;

const recentItems = z.array(recentItem);

/** The number of recent items that are kept and shown. */
const maxRecentItems = 8;

const preference = 'recent_items';

/** The items that the user opened last in this browser, the latest first. */
export const readRecent = (): RecentItem[] => preferenceOf(preference, recentItems) ?? [];

/** These pages show no named item, but a form, or redirect to another page. */
const untitledPages: ReadonlySet<PageKey> = new Set<PageKey>([
  'newIntegration',
  'awsRole',
  'anyRun',
  'takeAction',
]);

/** The page as a recent item, if it shows one item whose title is loaded. */
const itemAt = (pathname: string, title: string | undefined): RecentItem | undefined => {
  const found = pageAt(pathname);
  if (!found || title === undefined || untitledPages.has(found.key)) return undefined;
  const values = Object.values(found.values);
  const { title: subtitle } = pages[found.key];
  if (values.length === 0 || values.includes('new') || title === subtitle) return undefined;
  return { title, subtitle, link: pathname };
};

const storeRecentItem = (item: RecentItem): void => {
  const previousItems = readRecent();
  const [latest] = previousItems;
  if (latest?.link === item.link && latest.title === item.title) return;
  const otherItems = previousItems.filter(({ link }) => link !== item.link);
  setPreference(preference, [item, ...otherItems].slice(0, maxRecentItems));
};

/** Records in this browser which bots, runs and other items the user opens. */
export const useRecordRecent = (): void => {
  const { pathname } = useLocation();
  const title = useStore(shownPage)?.title;
  useEffect(() => {
    const item = itemAt(pathname, title);
    if (item) storeRecentItem(item);
  }, [pathname, title]);
};
