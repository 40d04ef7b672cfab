import type { Page } from 'playwright-core';
import { accessibilityFaults, fitInto, picture, themeOf, turn } from '#test/support/browser.ts';

type Options = {
  /** A fault that is known not to be one. */
  except?: (fault: string) => boolean;
  /** Widths on the way from the one to the other: the page fits into these too. */
  between?: readonly number[];
};

export const wide = 1440;
export const narrow = 430;

/** Fails if axe finds something wrong with the page as it is now. */
const inspect = async (
  page: Page,
  name: string,
  rules: Parameters<typeof accessibilityFaults>[1],
  { except = () => false }: Options,
) => {
  await picture(page, name);
  const faults = await accessibilityFaults(page, rules);
  expect(faults.filter((fault) => !except(fault))).toEqual([]);
};

/**
 * Inspects what is shown now: every rule as it is, the colours in the other theme, and the layout
 * at the other width. Ends at the width at which it began, in the other theme.
 */
export const look = async (page: Page, name: string, options: Options = {}): Promise<void> => {
  const before = page.viewportSize()?.width ?? wide;
  const after = before === wide ? narrow : wide;
  const theme = await themeOf(page);
  const otherTheme = theme === 'light' ? 'dark' : 'light';
  await inspect(page, `${name}-${before}-${theme}`, 'all', options);
  await turn(page, otherTheme);
  await inspect(page, `${name}-${before}-${otherTheme}`, 'colours', options);
  for (const width of options.between ?? []) {
    await fitInto(page, width);
    await picture(page, `${name}-${width}`);
  }
  await fitInto(page, after);
  await inspect(page, `${name}-${after}-${otherTheme}`, 'layout', options);
  await fitInto(page, before);
};
