import type { IncomingMessage } from 'node:http';
import { OutgoingError, type OutgoingErrorKind } from './errors.ts';
import type { HeaderFields } from './headers.ts';

/** One request on its way: the first as given by the caller, each later one after a redirect. */
export type Hop = {
  url: URL;
  method: string;
  headers: HeaderFields;
  body: string | undefined;
  /** Lower-case names of headers that are never sent to another origin. */
  secretHeaders: ReadonlySet<string>;
  secretBody: boolean;
  /** The server's certificate is not checked. */
  anyCertificate: boolean;
};

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const keptAcrossOrigins = ['accept', 'content-type', 'user-agent', 'idempotency-key'];
const bodyHeaders = ['content-encoding', 'content-language', 'content-location', 'content-type'];

/** Parses a URL once; all later decisions rest on this result. Throws an `OutgoingError`. */
export function parseTarget(text: string, kind: OutgoingErrorKind, from?: URL): URL {
  const subject = from ? `The redirect of ${from.host}` : 'The address';
  const fail = (problem: string) => new OutgoingError(kind, `${subject} ${problem}`);
  // The parser would silently drop line breaks and tabs.
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(text)) throw fail('holds a control character. Remove it.');
  const url = URL.parse(text, from?.href);
  if (!url) throw fail('is not a valid URL. Write it as https://host/path.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw fail('does not start with http: or https:. Only these two can be called.');
  }
  if (url.username || url.password) {
    throw fail('holds a user name or password. Use an Authorization header instead.');
  }
  return url;
}

/** Whether a redirect turns the request into a GET without its body. */
export function dropsBody(hop: Hop, status: number): boolean {
  if (status === 303) return hop.method !== 'GET' && hop.method !== 'HEAD';
  return (status === 301 || status === 302) && hop.method === 'POST';
}

function headersFor(hop: Hop, sameOrigin: boolean, withoutBody: boolean): HeaderFields {
  return new Map(
    [...hop.headers].filter(([name]) => {
      if (withoutBody && bodyHeaders.includes(name)) return false;
      return sameOrigin || (keptAcrossOrigins.includes(name) && !hop.secretHeaders.has(name));
    }),
  );
}

/**
 * The hop to which `answer` redirects, or undefined where it is not a redirect. Methods change as
 * in the Fetch standard; to another origin only four harmless headers are sent, also on later hops.
 */
export function nextHop(hop: Hop, answer: IncomingMessage): Hop | undefined {
  const status = answer.statusCode ?? 0;
  const { location } = answer.headers;
  if (!redirectStatuses.has(status) || location === undefined) return undefined;
  // Node decodes header bytes as Latin-1, but URLs are in UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const url = parseTarget(text, 'redirect', hop.url);
  const sameOrigin = url.origin === hop.url.origin;
  const withoutBody = dropsBody(hop, status);
  const body = withoutBody ? undefined : hop.body;
  if (body !== undefined && hop.secretBody && !sameOrigin) {
    const problem = `redirects this request to ${url.host}, but its body holds a credential.`;
    throw new OutgoingError(
      'redirect',
      `${hop.url.host} ${problem} Call the final address directly.`,
    );
  }
  const method = withoutBody ? 'GET' : hop.method;
  const headers = headersFor(hop, sameOrigin, withoutBody);
  return {
    ...hop,
    url,
    method,
    body,
    headers,
    anyCertificate: hop.anyCertificate && sameOrigin,
  };
}
