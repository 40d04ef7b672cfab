import type { Page } from 'playwright-core';
import { accessibilityFaults, fitInto, picture, turn } from '#test/support/browser.ts';

type Options = {
  /** A fault that is known not to be one. */
  except?: (fault: string) => boolean;
  /** Widths on the way from the one to the other: the page fits into these too. */
  between?: readonly number[];
};

export const wide = 1440;
export const narrow = 430;

/** A person without sight finds nothing wrong with the page as it is. */
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
 * Looks at what is shown now on a wide and on a narrow screen, light and dark; ends as it began.
 * The dark theme is other values of the same colours, and a narrow screen another layout of the
 * same elements: there only what can differ is looked at.
 */
export const look = async (page: Page, name: string, options: Options = {}): Promise<void> => {
  const before = page.viewportSize()?.width ?? wide;
  const after = before === wide ? narrow : wide;
  await inspect(page, `${name}-${before}-light`, 'all', options);
  await turn(page, 'dark');
  await inspect(page, `${name}-${before}-dark`, 'colours', options);
  for (const width of options.between ?? []) {
    await fitInto(page, width);
    await picture(page, `${name}-${width}`);
  }
  await fitInto(page, after);
  await inspect(page, `${name}-${after}-dark`, 'layout', options);
  await turn(page, 'light');
  await picture(page, `${name}-${after}-light`);
  await fitInto(page, before);
};
