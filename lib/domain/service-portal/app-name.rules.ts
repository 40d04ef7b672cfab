import { containsText } from '#lib/kernel/text.ts';

/** An app's name as displayed: hyphens become spaces. */
export const appDisplayName = (name: string): string => name.replaceAll('-', ' ');

/** Whether an app's name, as stored or as displayed, contains the text. */
export const matchesAppName = (name: string, search: string | undefined): boolean =>
  containsText(appDisplayName(name), search === undefined ? undefined : appDisplayName(search));
