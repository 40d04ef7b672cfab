import type { TableResult } from './scan.schema.ts';

/** What could not be read: the region and, if only one resource is missing, that resource. */
export type Problem = {
  sentence: string;
  region?: string | undefined;
  resource?: string | undefined;
  /** The region is disabled for the whole account, so no usable resources are missing. */
  isClosed?: boolean;
};

/** The most problems that are stored per table. */
const maxProblems = 20;

/** The most missing resources stored by id; with more, their whole region counts as unread. */
const maxLeftOutIds = 20;

/** The most resources that one sentence lists. */
const maxResourcesNamed = 3;

type Missing = Pick<TableResult, 'problems' | 'unread_regions' | 'left_out'>;

/** Each distinct sentence once, with the resources that it is about. */
const sentencesOf = (problems: readonly Problem[]): string[] =>
  [...Map.groupBy(problems, ({ sentence }) => sentence)].map(([sentence, group]) => {
    const resources = group.flatMap(({ resource }) => resource ?? []);
    if (resources.length === 0) return sentence;
    const remainder =
      resources.length > maxResourcesNamed
        ? ` and ${resources.length - maxResourcesNamed} more`
        : '';
    return `${sentence} Left out: ${resources.slice(0, maxResourcesNamed).join(', ')}${remainder}.`;
  });

/** The missing resources of each region in which nothing else is missing. */
const leftOutOf = (problems: readonly Problem[]): Pick<Missing, 'left_out'> => {
  const left_out: Record<string, string[]> = {};
  let remaining = maxLeftOutIds;
  for (const [region, group] of Map.groupBy(problems, (one) => one.region ?? '')) {
    const ids = new Set(group.flatMap(({ resource }) => resource ?? []));
    if (group.some(({ resource }) => resource === undefined) || ids.size > remaining) continue;
    left_out[region] = [...ids];
    remaining -= ids.size;
  }
  return remaining < maxLeftOutIds ? { left_out } : {};
};

/** What is missing from a table, as fields of its result. */
export const missingOf = (problems: readonly Problem[]): Missing => {
  const fields = { problems: sentencesOf(problems).slice(0, maxProblems) };
  const regions = problems.map(({ region }) => region);
  const knownRegions = regions.filter((region) => region !== undefined);
  if (knownRegions.length === 0 || knownRegions.length < regions.length) return fields;
  return { ...fields, unread_regions: [...new Set(knownRegions)], ...leftOutOf(problems) };
};
