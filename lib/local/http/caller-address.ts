import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Returns the IP address of the sender of a request. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Behind trusted proxies, the address from which the outermost of them was called: each appends its
 * caller to `X-Forwarded-For`, and entries to the left of theirs are whatever the sender wrote.
 * Without proxies, or for a request that did not pass all of them, the address of the connection.
 */
export const callerAddress =
  (proxies: number): AddressOf =>
  ({ headersDistinct, socket }) => {
    const addresses = (headersDistinct['x-forwarded-for'] ?? []).join(',').split(',');
    const address = proxies > 0 ? (addresses.at(-proxies) ?? '').trim() : '';
    return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
  };
