import { realtimeChannels } from '#lib/channels.ts';
import { sweep } from '#lib/domain/executions/sweep.service.ts';
import { closeStrangers } from '#lib/domain/ws/listening.service.ts';
import { deps } from '../deps.ts';

const { db, clock, sockets } = deps;
const sweepRuns = sweep(deps);
const sweepSockets = closeStrangers({ db, clock, sockets, channels: realtimeChannels });

/** Sockets first: they take a moment, and whoever lost rights shall not wait for the runs. */
export const handler = async (): Promise<void> => {
  await sweepSockets();
  await sweepRuns();
};
