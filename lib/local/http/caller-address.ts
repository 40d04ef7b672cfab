import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Tells the IP address of who sent a request. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Behind trusted proxies, the address that the outermost of them was called from: each appends its
 * caller to `X-Forwarded-For`, and what stands left of theirs is whatever the sender wrote. Without
 * proxies, and for a request that did not pass all of them, the address of the connection.
 */
export const callerAddress =
  (proxies: number): AddressOf =>
  ({ headersDistinct, socket }) => {
    const named = (headersDistinct['x-forwarded-for'] ?? []).join(',').split(',');
    const address = proxies > 0 ? (named.at(-proxies) ?? '').trim() : '';
    return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
  };
