import type { LookupAddress } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { bareHost } from './address.ts';
import { OutgoingError } from './errors.ts';
import type { Hop } from './redirect.ts';

/** How one hop is sent: its checked addresses, and limits of time (ms) and of the head (bytes). */
export type HopOptions = {
  addresses: readonly LookupAddress[];
  connectMs: number;
  headBytes: number;
  signal: AbortSignal;
  onConnect: () => void;
};

/** A look-up function that returns the checked addresses, so that there is no second look-up. */
function pinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses;
  return (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function optionsFor(hop: Hop, route: HopOptions): https.RequestOptions {
  const { url, body } = hop;
  const host = bareHost(url);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  // An address that does not answer must leave time for the next one.
  const attempts = {
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.ceil(route.connectMs / route.addresses.length),
  };
  return {
    host,
    port: url.port || undefined,
    method: hop.method,
    path: url.pathname + url.search,
    headers: { host: url.host, ...Object.fromEntries(hop.headers), ...length },
    servername: isIP(host) ? '' : host.replace(/\.$/, ''),
    rejectUnauthorized: !hop.anyCertificate,
    insecureHTTPParser: false,
    maxHeaderSize: route.headBytes,
    // A new connection for each hop, never shared.
    agent: false,
    lookup: pinnedLookup(route.addresses),
    ...attempts,
    signal: route.signal,
  };
}

/** Sends one hop. Resolves with the head of its answer; the caller reads or destroys its body. */
export function exchange(hop: Hop, route: HopOptions): Promise<http.IncomingMessage> {
  const secure = hop.url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(optionsFor(hop, route));
    request.on('error', reject);
    request.once('response', resolve);
    request.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', route.onConnect);
    });
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      const problem = 'switched to another protocol unasked. Only HTTP answers can be read.';
      reject(new OutgoingError('protocol', `${hop.url.host} ${problem}`));
    });
    request.end(hop.body);
  });
}
