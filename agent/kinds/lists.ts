// Reads lists of a cluster's API page by page.
import { type Cluster, ClusterError } from '../cluster.ts';
import { maxResultBytes, optionalTextOf, requiredTextOf } from './job-handler.ts';

export type Args = Record<string, unknown>;

const toPathSegment = (value: string, name: string): string => {
  // Only names, groups and plurals of the API: nothing that could extend the path or query.
  if (!/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(value) || value.includes('..')) {
    throw new Error(`${name} is no name of the cluster's API.`);
  }
  return value;
};

const apiRootOf = (api: string): string => {
  const [group = '', version] = api.split('/');
  const segments = version === undefined ? ['api', group] : ['apis', group, version];
  return `/${segments.map((one) => toPathSegment(one, 'api')).join('/')}`;
};

/** The path of a resource, or of one of its objects if `withName`. */
export const pathOf = (args: Args, withName: boolean): string => {
  const namespace = optionalTextOf(args, 'namespace');
  return [
    apiRootOf(requiredTextOf(args, 'api')),
    ...(namespace === undefined ? [] : ['namespaces', toPathSegment(namespace, 'namespace')]),
    toPathSegment(requiredTextOf(args, 'resource'), 'resource'),
    ...(withName ? [toPathSegment(requiredTextOf(args, 'name'), 'name')] : []),
  ].join('/');
};

export type Page = {
  items: Record<string, unknown>[];
  /** Size of the response in bytes. */
  bytes: number;
  /** The token of the next page, if there is one. */
  next: string | undefined;
};

type List = { items?: Page['items'] | null; metadata?: { continue?: string } };

/** Reads one page of at most `limit` items; `from` is the token from the previous page. */
export const readPage = async (
  cluster: Cluster,
  args: Args,
  { limit, from }: { limit: number; from?: string | undefined },
  signal: AbortSignal,
): Promise<Page> => {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const name of ['labelSelector', 'fieldSelector']) {
    const value = optionalTextOf(args, name);
    if (value !== undefined) query.set(name, value);
  }
  if (from !== undefined) query.set('continue', from);
  const text = await cluster.text({ path: `${pathOf(args, false)}?${query.toString()}`, signal });
  const { items, metadata } = JSON.parse(text) as List;
  const bytes = Buffer.byteLength(text);
  return { items: items ?? [], bytes, next: metadata?.continue || undefined };
};

/** Whether an error says that a list's continue token has expired. */
export const isTokenExpired = (error: unknown): boolean =>
  error instanceof ClusterError && error.status === 410;

/** How often reading a list is started. */
export const maxTries = 3;

const pageSize = 500;

const listTooLargeMessage = 'The list is larger than 3 MiB. Name a namespace or a selector.';

const readOnce = async (
  cluster: Cluster,
  args: Args,
  signal: AbortSignal,
): Promise<Page['items']> => {
  const items: Page['items'] = [];
  let size = 0;
  let from: string | undefined;
  do {
    const page = await readPage(cluster, args, { limit: pageSize, from }, signal);
    size += page.bytes;
    if (size > maxResultBytes) throw new Error(listTooLargeMessage);
    items.push(...page.items);
    from = page.next;
  } while (from !== undefined);
  return items;
};

/** Reads all items of a list; starts again if its continue token expires. */
export const listAll = async (
  cluster: Cluster,
  args: Args,
  signal: AbortSignal,
): Promise<Page['items']> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readOnce(cluster, args, signal);
    } catch (error) {
      if (!isTokenExpired(error) || attempt === maxTries) throw error;
    }
  }
};
