import { type AwsReader, AwsReadError } from '#lib/domain/integrations/aws/service-read.schema.ts';
import { CannotCollect } from '#lib/ports/collector.ts';
import { isItem, valueAt, valuesAt } from './row.ts';
import { services } from './services.ts';
import { type Item, permissionOf, type ReadCall } from './table.ts';

/** The call that lists regions, with which every regional table begins. */
export const regionsCall: ReadCall = { service: services.ec2, operation: 'DescribeRegions' };

/** What a call is about: the account, or one resource, which may have a policy of its own. */
export type CallOf = 'account' | 'resource';

const deniedWhy: Readonly<Record<CallOf, string>> = {
  account: 'the role lacks this permission. Connect the account again.',
  resource:
    'the role, or a policy of the resource itself, does not permit it. ' +
    'Connect the account again, or change that policy.',
};

/** A sentence for people that says why a call failed. */
export const readErrorSentence = (
  { kind, code, message }: AwsReadError,
  call: ReadCall,
  subject: CallOf = 'account',
): string => {
  const permission = permissionOf(call);
  if (kind === 'shut out') return message;
  if (kind === 'unreachable') return `AWS gave no answer to ${permission} (${code}).`;
  if (kind === 'closed') return `A policy of the AWS organization denies ${permission}.`;
  if (kind === 'denied') return `AWS refused ${permission}: ${deniedWhy[subject]}`;
  return `AWS refused ${permission}: ${message} (${code}).`;
};

/** The sentence about regions in which an organisation's policy denies a call. */
export const closedRegionsSentence = (permission: string, regions: readonly string[]): string =>
  `A policy of the AWS organization denies ${permission} in regions that are left out: ` +
  `${regions.toSorted().join(', ')}.`;

/** Whether an error says that the requested thing does not exist. */
export const isNotFoundError = (error: unknown, { notFoundPattern }: ReadCall): boolean =>
  error instanceof AwsReadError &&
  notFoundPattern !== undefined &&
  notFoundPattern.test(`${error.code}: ${error.message}`);

/** The names of the regions that the account uses. Throws `CannotCollect`. */
export const regionsOf = async (reader: AwsReader, home: string): Promise<readonly string[]> => {
  const call = { ...regionsCall, region: home, parameters: { AllRegions: true } };
  const regions: string[] = [];
  try {
    for await (const page of reader.pages(call)) {
      for (const one of valuesAt(page, 'Regions').filter(isItem)) {
        if (one.OptInStatus !== 'not-opted-in') regions.push(String(one.RegionName));
      }
    }
  } catch (error) {
    if (error instanceof AwsReadError)
      throw new CannotCollect(readErrorSentence(error, regionsCall));
    throw error;
  }
  return regions;
};

/** An answer of several pages as one, with its lists concatenated. */
export const mergePages = async (pages: AsyncIterable<unknown>): Promise<Item> => {
  const answer: Record<string, unknown> = {};
  for await (const page of pages) {
    for (const [name, value] of Object.entries(isItem(page) ? page : {})) {
      const previous = answer[name];
      answer[name] =
        Array.isArray(previous) && Array.isArray(value) ? [...previous, ...value] : value;
    }
  }
  return answer;
};

/** The items in an answer; a text becomes an item with the text as its `Name`. */
export const itemsIn = (
  answer: unknown,
  items: string | ((answer: unknown) => readonly Item[]),
): readonly Item[] => {
  if (typeof items === 'function') return items(answer);
  return valuesAt(answer, items).flatMap((one) => {
    if (typeof one === 'string') return [{ Name: one }];
    return isItem(one) ? [one] : [];
  });
};

/** The members that a detail adds to a resource. */
export const addedMembers = (answer: unknown, resultPath = '', memberName?: string): Item => {
  const value = valueAt(answer, resultPath);
  if (memberName !== undefined) return value === undefined ? {} : { [memberName]: value };
  return isItem(value) ? value : {};
};
