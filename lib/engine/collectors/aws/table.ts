import type { AwsClient } from '#lib/domain/integrations/aws/service-read.schema.ts';

/** A service that is read. */
export type ReadService = AwsClient & {
  /** What its permissions begin with. */
  prefix: string;
  /** Its members begin with a small letter, which columns of JSON write as a capital. */
  isLower?: true;
};

/** What a call answered about one resource; that of another is in `Parent`. */
export type Item = Readonly<Record<string, unknown>>;

/** Where something was read. */
export type Here = { account_id: string; partition: string; region: string };

type Parameters = Readonly<Record<string, unknown>>;

/** One call that reads. */
export type ReadCall = {
  service: ReadService;
  operation: string;
  /** What a policy has to permit, where it is not called as the operation. */
  permission?: string;
  /** Errors, as `Name: message`, by which AWS says that there is nothing of this. */
  none?: RegExp;
};

/** A call whose answer holds resources. */
export type ListCall = ReadCall & {
  /** Path of the items in the answer, through lists as well; the answer itself where empty. */
  items: string | ((answer: unknown) => readonly Item[]);
  /** What the call is made with; several are several calls. */
  with?: (here: Here, parent: Item) => Parameters | readonly Parameters[];
  /** An empty item stands for an answer that there is none. */
  orEmpty?: true;
  /** The member that names the next page, where the SDK has no pages of the call. */
  next?: string;
};

/** A call about each resource. */
export type DetailCall = ReadCall & {
  with: (item: Item, here: Here) => Parameters;
  /** Path in the answer of what is added to the resource; all of it where absent. */
  take?: string;
  /** The member that it becomes; its own members are added where absent. */
  as?: string;
  /** Whether the resource has this. */
  when?: (item: Item) => boolean;
};

/** A column: the path of a member, or what is made of the resource. */
export type Column = string | ((item: Item, here: Here) => unknown);

/**
 * How a table is read. A column takes the member that is called like it, letters and underscores
 * aside, where `columns` says nothing else.
 */
export type AwsTable = {
  /** Read once for an account, or in each region that it uses. */
  scope: 'global' | 'regional';
  /** Resources that the resources of `list` belong to: it is asked for each of them. */
  from?: ListCall;
  list: ListCall;
  /** Asked before, until it is done: AWS makes a report first. */
  before?: ReadCall & { isDone: (answer: Item) => boolean };
  /** Whether a resource is one of this table. */
  kept?: (item: Item, here: Here) => boolean;
  details?: readonly DetailCall[];
  /** Where a resource lies, if its list does not tell by where it was asked. */
  regionOf?: (item: Item, here: Here) => string;
  columns?: Readonly<Record<string, Column>>;
};

/** Calls that a table is read with. */
export const callsOf = ({ from, list, before, details = [] }: AwsTable): readonly ReadCall[] => [
  ...(from ? [from] : []),
  ...(before ? [before] : []),
  list,
  ...details,
];

/** What a policy has to permit for a call. */
export const permissionOf = ({ service, operation, permission }: ReadCall): string =>
  `${service.prefix}:${permission ?? operation}`;
