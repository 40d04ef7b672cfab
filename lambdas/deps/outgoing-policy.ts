import type { AddressPolicy } from '#lib/engine/outgoing/address.ts';
import { outgoingBounds } from '#lib/kernel/outgoing-bounds.ts';
import { environment } from './process.ts';

/** Public addresses alone; of these, the destinations that the operator has named, if any. */
export const outgoingPolicy: AddressPolicy = {
  allow: [],
  only: outgoingBounds(environment('OUTGOING_ONLY')),
};
