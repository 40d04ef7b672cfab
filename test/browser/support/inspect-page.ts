import type { Page } from 'playwright-core';
import {
  accessibilityFaults,
  resizeAndWait,
  saveScreenshot,
  setTheme,
  type Theme,
  themeOf,
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
const variants = ['as it is', 'theme', 'width'] as const;
type Variant = (typeof variants)[number];

/** The rules that each way can affect, for pages that are inspected in all of them. */
const rulesOfVariant: Record<Variant, Rules> = {
  'as it is': 'all',
  theme: 'colours',
  width: 'layout',
};

/** In quick runs, the one way for a page, with every rule: always the same for the same page. */
const variantOf = (name: string): Variant => {
  const sum = Buffer.from(name).reduce((total, byte) => total + byte, 0);
  return variants[sum % variants.length] ?? 'as it is';
};

/** Up to this width (px) a panel covers the page, including its heading. */
const maxCoveredWidth = 688;

const isHiddenHeadingFault = (page: Page, fault: string): boolean =>
  (page.viewportSize()?.width ?? wide) <= maxCoveredWidth &&
  fault.startsWith('page-has-heading-one');

/** Fails if axe finds a fault in the page as it is now. */
const expectNoFaults = async (
  page: Page,
  name: string,
  rules: Rules,
  { except = () => false }: Options,
) => {
  await saveScreenshot(page, name);
  const faults = await accessibilityFaults(page, rules);
  const remainingFaults = faults.filter(
    (fault) => !except(fault) && !isHiddenHeadingFault(page, fault),
  );
  expect(remainingFaults).toEqual([]);
};

/** Inspects the page in all three ways; ends in the other theme. */
const inspectAllVariants = async (page: Page, name: string, options: Options): Promise<void> => {
  const before = page.viewportSize()?.width ?? wide;
  const after = otherWidth(before);
  const theme = await themeOf(page);
  const nextTheme = otherTheme(theme);
  await expectNoFaults(page, `${name}-${before}-${theme}`, rulesOfVariant['as it is'], options);
  await setTheme(page, nextTheme);
  await expectNoFaults(page, `${name}-${before}-${nextTheme}`, rulesOfVariant.theme, options);
  for (const width of options.between ?? []) {
    await resizeAndWait(page, width);
    await saveScreenshot(page, `${name}-${width}`);
  }
  await resizeAndWait(page, after);
  await expectNoFaults(page, `${name}-${after}-${nextTheme}`, rulesOfVariant.width, options);
  await resizeAndWait(page, before);
};

/** Inspects the page in one way, and then restores it. */
const inspectOneVariant = async (page: Page, name: string, options: Options): Promise<void> => {
  const variant = variantOf(name);
  const before = page.viewportSize()?.width ?? wide;
  const theme = await themeOf(page);
  if (variant === 'theme') await setTheme(page, otherTheme(theme));
  await resizeAndWait(page, variant === 'width' ? otherWidth(before) : before);
  await expectNoFaults(page, name, 'all', options);
  await resizeAndWait(page, before);
  await setTheme(page, theme);
};

/**
 * Inspects the page: as it is, in the other theme, and at the other width. This takes a fifth of a
 * whole run: all three only in thorough runs or when taking pictures, else one. Ends at the width
 * at which it began.
 */
export const inspectPage = (page: Page, name: string, options: Options = {}): Promise<void> =>
  isThorough || process.env.SCREENSHOTS
    ? inspectAllVariants(page, name, options)
    : inspectOneVariant(page, name, options);
