import { containsText } from '#lib/kernel/text.ts';

/** An app's name as people read it: hyphens as spaces. */
export const shownName = (name: string): string => name.replaceAll('-', ' ');

/** Whether an app is called so, by its name or by what people read. */
export const isCalled = (name: string, search: string | undefined): boolean =>
  containsText(shownName(name), search === undefined ? undefined : shownName(search));
