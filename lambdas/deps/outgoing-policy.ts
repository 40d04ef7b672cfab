import type { AddressPolicy } from '#lib/engine/outgoing/address.ts';
import { parseDestinations } from '#lib/kernel/outgoing-destinations.ts';
import { environment } from './process.ts';

/** Only public addresses, further restricted to the operator's destinations, if any are given. */
export const outgoingPolicy: AddressPolicy = {
  allow: [],
  destinations: parseDestinations(environment('OUTGOING_ONLY')),
};
