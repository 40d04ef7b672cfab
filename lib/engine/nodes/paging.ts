import type { pagings } from '#lib/domain/bots/nodes/http-request.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { withParameter } from './address.ts';
import { isFailed } from './call-failure.ts';
import { type Failed, failedForGood } from './node.ts';

/** How a paged list is fetched: settings of an HTTP request node. */
export type Paging = {
  paging: (typeof pagings)[number];
  /** JSON pointers (RFC 6901); empty for the page as a whole. */
  items_path: string;
  next_path: string;
  page_parameter: string;
  first_page: number;
  max_pages: number;
};

/** One answer with its parsed body; `bytes` is the size of that body. */
export type Page = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  bytes: number;
};

/** All pages as one answer: status and headers of the last page, items of all pages. */
export type Pages = Omit<Page, 'bytes'> & {
  pages: number;
  /** Whether the last page was reached before `max_pages`. */
  complete: boolean;
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

/** The value at a JSON pointer (RFC 6901); undefined where there is none. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(memberOf, value);

/** The target of a Link header's rel="next" (RFC 8288). */
const linkedNext = (header = ''): string | undefined => {
  for (const [, target, parameters = ''] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const names = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (names.includes('next')) return target;
  }
  return undefined;
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The next page as named by a page: a number, a cursor or a URL; empty on the last page. */
const namedNext = (settings: Paging, page: Page, items: number, count: number): string => {
  const { paging, next_path, first_page } = settings;
  if (paging === 'page_number') return items === 0 ? '' : String(first_page + count);
  if (paging === 'link_header') return linkedNext(page.headers.link) ?? '';
  return textOf(valueAt(page.body, next_path));
};

const tooMuch = 'The pages are larger than 50 MB in total. Request fewer items, or less of each.';
const tooLong = `The pages take longer than ${limits.httpPages / 60_000} minutes. Request fewer.`;

/** Why the next page is not fetched. The request's headers must not be sent to another origin. */
const problemWithNext = (next: URL | null, first: URL, visitedUrls: ReadonlySet<string>) => {
  if (!next) return 'names a next page whose address is not valid.';
  if (next.origin !== first.origin) {
    return `names a next page at ${next.host}; pages are fetched from ${first.host} only.`;
  }
  return visitedUrls.has(next.href) ? 'names a next page that was fetched already.' : undefined;
};

/**
 * Fetches page after page, starting at `url`: at most `max_pages`, 50 MB and `limits.httpPages`
 * (ms) in total, and only from the origin of the first page. Throws an `OutgoingError`.
 */
export const fetchPages = async (
  settings: Paging,
  url: URL,
  fetchPage: (url: URL, index: number) => Promise<Page | Failed>,
): Promise<Pages | Failed> => {
  const { paging, page_parameter, items_path, first_page, max_pages } = settings;
  const parameter = (text: string) => withParameter(url, page_parameter, text);
  const isNumbered = paging === 'page_number';
  const startedAt = performance.now();
  const items: unknown[] = [];
  const visitedUrls = new Set<string>();
  let bytes = 0;
  let currentUrl = isNumbered ? parameter(String(first_page)) : url;
  for (let count = 1; ; count += 1) {
    visitedUrls.add(currentUrl.href);
    const page = await fetchPage(currentUrl, count - 1);
    if (isFailed(page)) return page;
    const list = valueAt(page.body, items_path);
    if (!Array.isArray(list)) {
      return failedForGood(`Page ${count} has no list at "${items_path}". Check the path.`);
    }
    for (const item of list) items.push(item);
    bytes += page.bytes;
    if (bytes > limits.runData) return failedForGood(tooMuch);
    const nextPage = namedNext(settings, page, list.length, count);
    if (nextPage === '' || count === max_pages) {
      const { status, headers } = page;
      return { status, headers, body: items, pages: count, complete: nextPage === '' };
    }
    const isInQuery = isNumbered || paging === 'cursor';
    const next = isInQuery ? parameter(nextPage) : URL.parse(nextPage, currentUrl.href);
    const problem = problemWithNext(next, url, visitedUrls);
    if (problem || !next) return failedForGood(`Page ${count} ${problem}`);
    if (performance.now() - startedAt > limits.httpPages) return failedForGood(tooLong);
    currentUrl = next;
  }
};
