import type { Page } from 'playwright-core';
import { accessibilityFaults, fitInto, picture, turn } from '#test/support/browser.ts';

type Options = {
  /** A fault that is known not to be one. */
  except?: (fault: string) => boolean;
};

export const wide = 1440;
export const narrow = 430;

/** A person without sight finds nothing wrong with the page, in the light and in the dark. */
const inBothThemes = async (page: Page, name: string, { except = () => false }: Options) => {
  // The dark theme is other values of the same colours: only what is said of them can differ.
  for (const [theme, which] of [
    ['light', 'all'],
    ['dark', 'colours'],
  ] as const) {
    await turn(page, theme);
    await picture(page, `${name}-${theme}`);
    const faults = await accessibilityFaults(page, which);
    expect(faults.filter((fault) => !except(fault))).toEqual([]);
  }
  await turn(page, 'light');
};

/** Looks at what is shown now on a wide and on a narrow screen, light and dark; ends as it began. */
export const look = async (page: Page, name: string, options: Options = {}): Promise<void> => {
  const before = page.viewportSize()?.width ?? wide;
  for (const width of before === wide ? [wide, narrow] : [narrow, wide]) {
    await fitInto(page, width);
    await inBothThemes(page, `${name}-${width}`, options);
  }
  await fitInto(page, before);
};
