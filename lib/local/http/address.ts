import type { IncomingMessage } from 'node:http';
import { badRequest } from '#lib/kernel/refusal.ts';

/** A host with an optional port. It is echoed in headers, so other characters are not allowed. */
const hostPattern = /^[\w.:[\]-]{1,255}$/;

/** HTTP/1.1 requires exactly one Host header; HTTP/1.0 has none. Throws 400. */
const hostOf = ({ headersDistinct, httpVersion }: IncomingMessage): string => {
  const [host, another] = headersDistinct.host ?? [];
  if (host === undefined && httpVersion === '1.0') return 'localhost';
  if (host === undefined || another !== undefined || !hostPattern.test(host)) {
    throw badRequest('Send exactly one Host header: a name or address, and a port.');
  }
  return host;
};

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * The URL of a request, with the host that the client used. Throws 400 for a target that is neither
 * a path nor a full URL, for a bad Host header and for broken percent-encoding.
 */
export const addressOf = (request: IncomingMessage): URL => {
  const host = hostOf(request);
  const target = request.url ?? '';
  const url = target.startsWith('/') ? URL.parse(`http://${host}${target}`) : URL.parse(target);
  if (!url || !/^https?:$/.test(url.protocol) || !hostPattern.test(url.host)) {
    throw badRequest('The request target must be a path or a URL.');
  }
  if (!isDecodable(url.pathname)) throw badRequest('The address is not properly percent-encoded.');
  return url;
};

/** Whether a page of another origin sent the request to this URL. */
export const isCrossOrigin = ({ headers: { origin } }: IncomingMessage, { host }: URL): boolean =>
  origin !== undefined && URL.parse(origin)?.host !== host;
