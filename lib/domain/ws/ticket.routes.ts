import * as z from 'zod';
import { routes } from '#lib/kernel/route.ts';

/** A browser cannot send headers with a WebSocket: it opens one with a ticket. */
export const ticketRoutes = routes({
  createTicket: {
    method: 'POST',
    path: 'ws/ticket',
    permission: 'connect_realtime',
    resource: 'realtime',
    holders: 'everyone',
    // Nothing that lasts: consoles open their socket again and again.
    reads: true,
    input: z.strictObject({}),
    output: z.object({ ticket: z.string(), expires_at: z.string() }),
    audit: 'Open a realtime connection',
    status: 201,
  },
});
