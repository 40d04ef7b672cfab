import type { AwsClient } from '#lib/domain/integrations/aws/service-read.schema.ts';

/** A service that scans read. */
export type ReadService = AwsClient & {
  /** The prefix of its permissions. */
  prefix: string;
  /** Its member names begin with a lower-case letter, which JSON columns capitalise. */
  isLower?: true;
};

/** What calls returned about one resource; its parent resource is in `Parent`. */
export type Item = Readonly<Record<string, unknown>>;

/** Where something was read. */
export type ReadLocation = { account_id: string; partition: string; region: string };

type Parameters = Readonly<Record<string, unknown>>;

/** One call that only reads. */
export type ReadCall = {
  service: ReadService;
  operation: string;
  /** The permission, where it is not named like the operation. */
  permission?: string;
  /** Errors (`Name: message`) with which AWS says that the thing does not exist. */
  notFoundPattern?: RegExp;
};

/** A call whose answer lists resources. */
export type ListCall = ReadCall & {
  /** Path of the items in the answer, also through lists; empty for the answer itself. */
  items: string | ((answer: unknown) => readonly Item[]);
  /** The parameters of the call; several mean several calls. */
  with?: (readLocation: ReadLocation, parent: Item) => Parameters | readonly Parameters[];
  /** Whether an empty item stands for a thing that does not exist. */
  orEmpty?: true;
  /** The member with the token of the next page, where the SDK has no paginator for the call. */
  next?: string;
};

/** A call that is made for each resource. */
export type DetailCall = ReadCall & {
  with: (item: Item, readLocation: ReadLocation) => Parameters;
  /** Path in the answer of what is added to the resource; by default the whole answer. */
  resultPath?: string;
  /** The member in which it is stored; by default its own members are added. */
  memberName?: string;
  /** Whether the call is made for a resource. */
  isNeeded?: (item: Item) => boolean;
};

/** A column: the path of a member, or a function of the resource. */
export type Column = string | ((item: Item, readLocation: ReadLocation) => unknown);

/**
 * How a table is read. By default a column takes the member of the same name, ignoring case and
 * underscores; `columns` names the exceptions.
 */
export type AwsTable = {
  /** Whether the table is read once for an account, or in each region that it uses. */
  scope: 'global' | 'regional';
  /** Lists the parents of the resources; `list` is called for each of them. */
  parentCall?: ListCall;
  list: ListCall;
  /** Called before, until it is done: AWS first creates a report. */
  reportCall?: ReadCall & { isDone: (answer: Item) => boolean };
  /** Whether a resource belongs to this table. */
  isIncluded?: (item: Item, readLocation: ReadLocation) => boolean;
  details?: readonly DetailCall[];
  /** The region of a resource, where it is not the one in which it was listed. */
  regionOf?: (item: Item, readLocation: ReadLocation) => string;
  columns?: Readonly<Record<string, Column>>;
};

/** All calls with which a table is read. */
export const callsOf = ({
  parentCall,
  list,
  reportCall,
  details = [],
}: AwsTable): readonly ReadCall[] => [
  ...(parentCall ? [parentCall] : []),
  ...(reportCall ? [reportCall] : []),
  list,
  ...details,
];

/** The permission that a call needs. */
export const permissionOf = ({ service, operation, permission }: ReadCall): string =>
  `${service.prefix}:${permission ?? operation}`;
