import type { AddressPolicy } from '#lib/engine/outgoing/address.ts';
import { outgoingBounds } from '#lib/kernel/outgoing-bounds.ts';
import { environment } from './process.ts';

/** Only public addresses, further restricted to the operator's destinations, if any are given. */
export const outgoingPolicy: AddressPolicy = {
  allow: [],
  only: outgoingBounds(environment('OUTGOING_ONLY')),
};
