import type { Page } from 'playwright-core';
import {
  accessibilityFaults,
  fitInto,
  picture,
  type Theme,
  themeOf,
  turn,
} from '#test/support/browser.ts';
import { isThorough } from '#test/support/thorough.ts';

type Options = {
  /** A known false positive. */
  except?: (fault: string) => boolean;
  /** Widths in between, which the page must fit into too. */
  between?: readonly number[];
};

export const wide = 1440;
export const narrow = 430;

const otherWidth = (width: number): number => (width === wide ? narrow : wide);
const otherTheme = (theme: Theme): Theme => (theme === 'light' ? 'dark' : 'light');

type Rules = NonNullable<Parameters<typeof accessibilityFaults>[1]>;

/** The three ways to inspect a page: as it is, in the other theme, at the other width. */
const ways = ['as it is', 'theme', 'width'] as const;
type Way = (typeof ways)[number];

/** The rules that each way can affect, for pages that are inspected in all of them. */
const changed: Record<Way, Rules> = { 'as it is': 'all', theme: 'colours', width: 'layout' };

/** In quick runs, the one way for a page, with every rule: always the same for the same page. */
const onlyWay = (name: string): Way => {
  const sum = Buffer.from(name).reduce((total, byte) => total + byte, 0);
  return ways[sum % ways.length] ?? 'as it is';
};

/** Up to this width (px) a panel covers the page, including its heading. */
const coveredUpTo = 688;

const isAboutCovered = (page: Page, fault: string): boolean =>
  (page.viewportSize()?.width ?? wide) <= coveredUpTo && fault.startsWith('page-has-heading-one');

/** Fails if axe finds a fault in the page as it is now. */
const inspect = async (
  page: Page,
  name: string,
  rules: Rules,
  { except = () => false }: Options,
) => {
  await picture(page, name);
  const faults = await accessibilityFaults(page, rules);
  const told = faults.filter((fault) => !except(fault) && !isAboutCovered(page, fault));
  expect(told).toEqual([]);
};

/** Inspects the page in all three ways; ends in the other theme. */
const lookThoroughly = async (page: Page, name: string, options: Options): Promise<void> => {
  const before = page.viewportSize()?.width ?? wide;
  const after = otherWidth(before);
  const theme = await themeOf(page);
  const other = otherTheme(theme);
  await inspect(page, `${name}-${before}-${theme}`, changed['as it is'], options);
  await turn(page, other);
  await inspect(page, `${name}-${before}-${other}`, changed.theme, options);
  for (const width of options.between ?? []) {
    await fitInto(page, width);
    await picture(page, `${name}-${width}`);
  }
  await fitInto(page, after);
  await inspect(page, `${name}-${after}-${other}`, changed.width, options);
  await fitInto(page, before);
};

/** Inspects the page in one way, and then restores it. */
const lookOnce = async (page: Page, name: string, options: Options): Promise<void> => {
  const way = onlyWay(name);
  const before = page.viewportSize()?.width ?? wide;
  const theme = await themeOf(page);
  if (way === 'theme') await turn(page, otherTheme(theme));
  await fitInto(page, way === 'width' ? otherWidth(before) : before);
  await inspect(page, name, 'all', options);
  await fitInto(page, before);
  await turn(page, theme);
};

/**
 * Inspects the page: as it is, in the other theme, and at the other width. This takes a fifth of a
 * whole run: all three only in thorough runs or when taking pictures, else one. Ends at the width
 * at which it began.
 */
export const look = (page: Page, name: string, options: Options = {}): Promise<void> =>
  isThorough || process.env.SCREENSHOTS
    ? lookThoroughly(page, name, options)
    : lookOnce(page, name, options);
