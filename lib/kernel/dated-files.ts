import { isoTime } from './clock.ts';

const day = 24 * 3600_000;

/**
 * Folders of files that go by themselves, and after how many days: a rule of the bucket removes
 * them on AWS, a job embedded. Events are kept for 30 days, and DynamoDB may remove them a little
 * later.
 */
export const datedFolders = { 'listener-events': 33 } as const;

export type DatedFolder = keyof typeof datedFolders;

const dayOf = (at: number): string => isoTime(at).slice(0, 10);

/** The key of a file that goes by itself, written at this time: below the folder of its day. */
export const datedKey = (folder: DatedFolder, at: number, key: string): string =>
  `${folder}/${dayOf(at)}/${key}`;

/** The oldest day whose files are still there; what is before it may go. */
export const oldestDay = (folder: DatedFolder, now: number): string =>
  dayOf(now - datedFolders[folder] * day);
