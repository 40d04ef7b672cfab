// Opens the WebSockets of consoles and handles their messages.
import type { Server } from 'node:http';
import { socketHandler } from '#lambdas/socket-handler.ts';
import { realtimeChannels } from '#lib/channels.ts';
import { readCaller, readRoots } from '#lib/domain/account/caller.service.ts';
import { auditTrail } from '#lib/domain/audit/trail.service.ts';
import { redeemTicket } from '#lib/domain/ws/ticket.service.ts';
import { openSocketCalls } from '#lib/socket-calls.ts';
import { outageOf } from '#lib/local/write-failure.ts';
import { socketServer } from '#lib/local/http/socket-server.ts';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import type { Stores } from './stores.ts';

/** Accepts WebSockets on the server. */
export const openSockets = (
  server: Server,
  { clock, log }: Context,
  stores: Stores,
  runner: Engine['runner'],
) => {
  const { db, realtime } = stores;
  const handleMessage = socketHandler({
    incoming: openSocketCalls({ db, clock, realtime, runner }),
    trail: auditTrail({ db, clock, log }),
    readCaller: readCaller({ db, clock }),
    readRoots: readRoots({ db }),
    log,
    outage: outageOf,
  });
  const redeem = redeemTicket({ db, clock, channels: realtimeChannels });
  return socketServer(server, redeem, realtime.attach, handleMessage);
};
