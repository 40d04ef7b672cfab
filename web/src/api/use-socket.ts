import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import type { realtimeChannels } from '#lib/channels.ts';
import { canRefetch } from './can-refetch.ts';
import { refreshQueries } from './refetch.ts';
import type { SocketFrame } from './socket.ts';

type Channels = typeof realtimeChannels;
export type ChannelName = keyof Channels;
export type ChannelMessage<C extends ChannelName> = z.output<Channels[C]['message']>;

const listeners = new Set<(frame: SocketFrame) => void>();

/** Opens the console's single socket while the component is mounted and the session lasts. */
export const useSocket = (isSignedIn: boolean): void => {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const handleFrame = (frame: SocketFrame) => {
      const selection = { predicate: canRefetch };
      if (frame.channel === 'resync') refreshQueries(queries, selection);
      // Whatever the frame was about: queries that are not on the screen are fetched when they are
      // shown.
      else if (!frame.isTransient)
        void queries.invalidateQueries({ ...selection, refetchType: 'none' });
      for (const listener of listeners) listener(frame);
    };
    const controller = new AbortController();
    // Nothing on the first page waits for the socket. If its code cannot be loaded, pages poll.
    import('./socket.ts').then(
      ({ keepSocketOpen }) => keepSocketOpen(handleFrame, controller.signal),
      () => undefined,
    );
    return () => controller.abort();
  }, [queries, isSignedIn]);
};

/** Calls `onResync` whenever frames may have been missed. */
export const useResync = (onResync: () => void): void => {
  const handle = useEffectEvent(onResync);
  useEffect(() => {
    const listener = ({ channel }: SocketFrame) => {
      if (channel === 'resync') handle();
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
};

/** Calls `onMessage` for each valid message of the channel while the component is mounted. */
export const useChannel = <C extends ChannelName>(
  channel: C,
  onMessage: (message: ChannelMessage<C>) => void,
): void => {
  const handle = useEffectEvent(onMessage);
  useEffect(() => {
    const listener = (frame: SocketFrame) => {
      // The socket has validated the message with the schema of its channel.
      if (frame.channel === channel) handle(frame.message as ChannelMessage<C>);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [channel]);
};
