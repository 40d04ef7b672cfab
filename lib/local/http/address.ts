import type { IncomingMessage } from 'node:http';
import { badRequest } from '#lib/kernel/refusal.ts';

/** A name or address with a port. It is repeated in headers: nothing else may be in it. */
const hostShape = /^[\w.:[\]-]{1,255}$/;

/** HTTP/1.1 demands exactly one Host header; 1.0 knows none. */
const hostOf = ({ headersDistinct, httpVersion }: IncomingMessage): string => {
  const [host, another] = headersDistinct.host ?? [];
  if (host === undefined && httpVersion === '1.0') return 'localhost';
  if (host === undefined || another !== undefined || !hostShape.test(host)) {
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
 * Where a request goes, with the host that the client used. Throws 400 for a target that is neither
 * a path nor a whole address, for a bad Host header and for broken percent-encoding.
 */
export const addressOf = (request: IncomingMessage): URL => {
  const host = hostOf(request);
  const target = request.url ?? '';
  const url = target.startsWith('/') ? URL.parse(`http://${host}${target}`) : URL.parse(target);
  if (!url || !/^https?:$/.test(url.protocol) || !hostShape.test(url.host)) {
    throw badRequest('The request names no address.');
  }
  if (!isDecodable(url.pathname)) throw badRequest('The address is not properly percent-encoded.');
  return url;
};

/** Whether a page of another origin sent the request, which came to this address. */
export const isForeign = ({ headers: { origin } }: IncomingMessage, { host }: URL): boolean =>
  origin !== undefined && URL.parse(origin)?.host !== host;
