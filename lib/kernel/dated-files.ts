import { isoTime } from './clock.ts';

const dayMs = 24 * 3600_000;

/**
 * Folders of files that expire on their own, and after how many days: a lifecycle rule of the
 * bucket deletes them on AWS, a job in the embedded edition. Events are kept for 30 days, and
 * DynamoDB may delete them a little later.
 */
export const datedFolders = { 'listener-events': 33 } as const;

export type DatedFolder = keyof typeof datedFolders;

const dayOf = (at: number): string => isoTime(at).slice(0, 10);

/** The key of an expiring file that is written at this time: below the folder of its day. */
export const datedKey = (folder: DatedFolder, at: number, key: string): string =>
  `${folder}/${dayOf(at)}/${key}`;

/** The oldest day whose files are kept; files of earlier days may be deleted. */
export const oldestDay = (folder: DatedFolder, now: number): string =>
  dayOf(now - datedFolders[folder] * dayMs);
