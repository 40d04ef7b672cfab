import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  isAmongDestinations,
  type OutgoingDestination,
} from '#lib/kernel/outgoing-destinations.ts';
import { OutgoingError } from './errors.ts';

export type AddressPolicy = {
  /**
   * The exact `host:port` pairs that the operator allows although their addresses are special, with
   * the host as in a URL: `127.0.0.1:4000`, `[::1]:4000`, `db.internal:443`.
   */
  allow: readonly string[];
  /** If the operator names destinations, calls may go only to these and to the allowed pairs. */
  destinations?: readonly OutgoingDestination[];
  /** How the operator can allow one more pair; shown to people whose call was refused. */
  howToAllow?: (pair: string) => string;
  /** Replaces the system's resolver. Returns all addresses of the name. */
  lookup?: (hostname: string) => Promise<string[]>;
};

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

// Azure's platform address is globally assigned, but only answers inside a virtual machine.
const platformAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

function range4(ip: ipaddr.IPv4): string {
  return platformAddresses.has(ip.toString()) ? 'cloudPlatform' : ip.range();
}

function range6(ip: ipaddr.IPv6): string {
  // A translated address is as public as the IPv4 address to which it leads.
  if (ip.isIPv4MappedAddress()) return range4(ip.toIPv4Address());
  if (ip.match(nat64)) return range4(new ipaddr.IPv4(ip.toByteArray().slice(12)));
  const range = ip.range();
  return range === 'unicast' && !ip.match(globalUnicast) ? 'reserved' : range;
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const family = isIP(address);
  if (family === 4) return ipaddr.IPv4.parse(address);
  if (family !== 6) return undefined;
  // ipaddr.js treats `::8.8.8.8` as a mapped address, which no socket does: only groups of
  // hexadecimal digits, as the URL parser writes them, mean the same to both.
  const host = URL.parse(`http://[${address}]`)?.hostname;
  return host === undefined ? undefined : ipaddr.IPv6.parse(host.slice(1, -1));
}

/**
 * The special-purpose range (IANA registries) because of which bots must not call `address`;
 * undefined for a public unicast address. A text that is not an address is 'unknown'.
 */
export function specialRange(address: string): string | undefined {
  const ip = parseAddress(address);
  if (!ip) return 'unknown';
  const range = ip instanceof ipaddr.IPv4 ? range4(ip) : range6(ip);
  return range === 'unicast' ? undefined : range;
}

const lookupAll = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** The host as sockets need it: an IPv6 address without brackets. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** The `host:port` pair of a URL, with the default port where it names none. */
export function endpointOf(url: URL): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${url.hostname}:${port}`;
}

const operatorAdvice = (pair: string): string =>
  `the operator of this installation can allow ${pair} at its start.`;

function assertPublicAddresses(
  url: URL,
  addresses: readonly string[],
  policy: AddressPolicy,
): void {
  const range = addresses.map(specialRange).find((range) => range !== undefined);
  if (range === undefined) return;
  throw new OutgoingError(
    'address',
    `${url.hostname} resolves to an address that is not public (${range}). Bots call public ` +
      `addresses only; ${(policy.howToAllow ?? operatorAdvice)(endpointOf(url))}`,
  );
}

/** Refuses a URL outside of the operator's destinations, before any look-up. */
function assertAllowedDestination(url: URL, destinations: readonly OutgoingDestination[]): void {
  if (destinations.length === 0 || isAmongDestinations(url, destinations)) return;
  throw new OutgoingError(
    'address',
    `${url.protocol}//${url.host} is not a destination that this installation may call. ` +
      'Its operator can add it.',
  );
}

/**
 * The addresses at which `url` may be reached: the name is looked up once, and every address is
 * checked. The caller connects to these without another look-up, so that the name cannot change in
 * between. Throws an `OutgoingError`.
 */
export async function resolveAllowed(url: URL, policy: AddressPolicy): Promise<LookupAddress[]> {
  const isAllowed = policy.allow.includes(endpointOf(url));
  if (!isAllowed) assertAllowedDestination(url, policy.destinations ?? []);
  const host = bareHost(url);
  const addresses = isIP(host) ? [host] : await (policy.lookup ?? lookupAll)(host);
  if (addresses.length === 0) {
    throw new OutgoingError('connect', `${host} has no address. Check the spelling of the name.`);
  }
  if (!isAllowed) assertPublicAddresses(url, addresses, policy);
  return addresses.map((address) => ({ address, family: isIP(address) }));
}
