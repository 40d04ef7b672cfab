import type { TableResult } from './scan.schema.ts';

/** What could not be read: where, and which resource where no more than that one is missing. */
export type Problem = {
  sentence: string;
  region?: string | undefined;
  resource?: string | undefined;
  /** The region is closed to everybody in the account: nothing that may be used is missing. */
  isClosed?: boolean;
};

/** Sentences that are kept of one table. */
const mostProblems = 20;

/** Resources that are kept by their ids; where a region misses more, all of it counts as unread. */
const mostLeftOut = 20;

/** Resources that one sentence names. */
const mostNamed = 3;

type Missing = Pick<TableResult, 'problems' | 'unread_regions' | 'left_out'>;

/** Each sentence once, with the resources that it is about. */
const sentencesOf = (problems: readonly Problem[]): string[] =>
  [...Map.groupBy(problems, ({ sentence }) => sentence)].map(([sentence, some]) => {
    const named = some.flatMap(({ resource }) => resource ?? []);
    if (named.length === 0) return sentence;
    const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
    return `${sentence} Left out: ${named.slice(0, mostNamed).join(', ')}${more}.`;
  });

/** By region the resources that are missing, where nothing else is. */
const leftOutOf = (problems: readonly Problem[]): Pick<Missing, 'left_out'> => {
  const left_out: Record<string, string[]> = {};
  let room = mostLeftOut;
  for (const [region, some] of Map.groupBy(problems, (one) => one.region ?? '')) {
    const ids = new Set(some.flatMap(({ resource }) => resource ?? []));
    if (some.some(({ resource }) => resource === undefined) || ids.size > room) continue;
    left_out[region] = [...ids];
    room -= ids.size;
  }
  return room < mostLeftOut ? { left_out } : {};
};

/** What is missing of a table, as its result tells it. */
export const missingOf = (problems: readonly Problem[]): Missing => {
  const told = { problems: sentencesOf(problems).slice(0, mostProblems) };
  const regions = problems.map(({ region }) => region);
  const known = regions.filter((region) => region !== undefined);
  if (known.length === 0 || known.length < regions.length) return told;
  return { ...told, unread_regions: [...new Set(known)], ...leftOutOf(problems) };
};
