import { containsText } from '#lib/kernel/text.ts';

/** An app's name as displayed: hyphens become spaces. */
export const shownName = (name: string): string => name.replaceAll('-', ' ');

/** Whether an app's name, as stored or as displayed, contains the text. */
export const isCalled = (name: string, search: string | undefined): boolean =>
  containsText(shownName(name), search === undefined ? undefined : shownName(search));
