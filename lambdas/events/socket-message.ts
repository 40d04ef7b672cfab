import { takeMessage } from '#lib/aws/socket.ts';
import { realtimeChannels } from '#lib/channels.ts';
import { incomingHandlers } from '#lib/incoming.ts';
import { api } from '../deps/api.ts';
import { socketHandler } from '../socket-handler.ts';

const { forTenant, ...deps } = api;

export const handler = takeMessage(
  socketHandler({ ...deps, channels: realtimeChannels, handlers: incomingHandlers }),
  forTenant,
);
