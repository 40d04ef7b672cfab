import * as z from 'zod';

const planPageUrl = z
  .url({ protocol: /^https$/, message: 'Give an address that begins with https://.' })
  .max(500);

/** The operator's links for buying and asking about plans; absent ones are not offered. */
export const planLinks = z.object({
  /** The listings of a marketplace. */
  starterUrl: planPageUrl.optional(),
  standardUrl: planPageUrl.optional(),
  /** Where a trial is booked. */
  bookingUrl: planPageUrl.optional(),
  /** The contact for Enterprise. */
  contactEmail: z.email().max(254).optional(),
});
export type PlanLinks = z.infer<typeof planLinks>;
