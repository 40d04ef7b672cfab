import * as z from 'zod';
import { defineRoutes } from '#lib/kernel/route.ts';

/** Browsers cannot send headers with a WebSocket, so they authenticate it by a ticket. */
export const ticketRoutes = defineRoutes({
  createTicket: {
    method: 'POST',
    path: 'ws/ticket',
    permission: 'connect_realtime',
    resource: 'realtime',
    holders: 'everyone',
    // It changes nothing lasting: consoles open their socket again and again.
    reads: true,
    input: z.strictObject({}),
    output: z.object({ ticket: z.string(), expires_at: z.string() }),
    audit: 'Open a realtime connection',
    status: 201,
  },
});
