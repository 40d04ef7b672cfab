import * as z from 'zod';

const page = z
  .url({ protocol: /^https$/, message: 'Give an address that begins with https://.' })
  .max(500);

/** The operator's links for buying and asking about plans; absent ones are not offered. */
export const planLinks = z.object({
  /** The listings of a marketplace. */
  starterUrl: page.optional(),
  standardUrl: page.optional(),
  /** Where a trial is booked. */
  bookingUrl: page.optional(),
  /** The contact for Enterprise. */
  contactEmail: z.email().max(254).optional(),
});
export type PlanLinks = z.infer<typeof planLinks>;
