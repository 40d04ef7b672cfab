import type { Page } from 'playwright-core';
import { accessibilityFaults, fitInto, picture, themeOf, turn } from '#test/support/browser.ts';
import { isThorough } from '#test/support/thorough.ts';

type Options = {
  /** A fault that is known not to be one. */
  except?: (fault: string) => boolean;
  /** Widths on the way from the one to the other: the page fits into these too. */
  between?: readonly number[];
};

export const wide = 1440;
export const narrow = 430;

type Rules = NonNullable<Parameters<typeof accessibilityFaults>[1]>;

/** The three ways in which a page is inspected: as it is, in the other theme, at the other width. */
const ways = ['as it is', 'theme', 'width'] as const;
type Way = (typeof ways)[number];

/** What each way can change, where the page is inspected in all of them. */
const changed: Record<Way, Rules> = { 'as it is': 'all', theme: 'colours', width: 'layout' };

/** A quick run inspects a page in one way, by every rule: always the same one for the same page. */
const onlyWay = (name: string): Way => {
  const sum = Buffer.from(name).reduce((total, byte) => total + byte, 0);
  return ways[sum % ways.length] ?? 'as it is';
};

/** Up to this width a panel lies over the page, and so over its heading. */
const coveredUpTo = 688;

const isAboutCovered = (page: Page, fault: string): boolean =>
  (page.viewportSize()?.width ?? wide) <= coveredUpTo && fault.startsWith('page-has-heading-one');

/** Fails if axe finds something wrong with the page as it is now. */
const inspect = async (
  page: Page,
  name: string,
  rules: Rules | undefined,
  { except = () => false }: Options,
) => {
  await picture(page, name);
  const faults = rules ? await accessibilityFaults(page, rules) : [];
  const told = faults.filter((fault) => !except(fault) && !isAboutCovered(page, fault));
  expect(told).toEqual([]);
};

/**
 * Inspects what is shown now: as it is, in the other theme, and at the other width. Half of the
 * time of the browser goes into axe: all three are inspected where THOROUGH is set, else one. Ends
 * at the width at which it began, in the other theme.
 */
export const look = async (page: Page, name: string, options: Options = {}): Promise<void> => {
  const before = page.viewportSize()?.width ?? wide;
  const after = before === wide ? narrow : wide;
  const theme = await themeOf(page);
  const otherTheme = theme === 'light' ? 'dark' : 'light';
  const only = onlyWay(name);
  const rulesOf = (way: Way): Rules | undefined =>
    isThorough ? changed[way] : way === only ? 'all' : undefined;
  await inspect(page, `${name}-${before}-${theme}`, rulesOf('as it is'), options);
  await turn(page, otherTheme);
  await inspect(page, `${name}-${before}-${otherTheme}`, rulesOf('theme'), options);
  for (const width of options.between ?? []) {
    await fitInto(page, width);
    await picture(page, `${name}-${width}`);
  }
  await fitInto(page, after);
  await inspect(page, `${name}-${after}-${otherTheme}`, rulesOf('width'), options);
  await fitInto(page, before);
};
