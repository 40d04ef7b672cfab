import type { WebSocket } from 'ws';

/** No console sends more frames than this within a second. */
const maxFramesPerSecond = 100;
/** Reading from a socket stops while this many of its messages wait. */
const maxWaitingMessages = 8;

/** 1008 (policy violation): the server does not continue with this client. */
const floodingClose = [1008, 'Too many messages'] as const;

/** As in API Gateway, only the action `send` is a message; all others are heartbeats. */
const isMessage = (data: Buffer): boolean => {
  try {
    return Object(JSON.parse(data.toString())).action === 'send';
  } catch {
    return false;
  }
};

/** Returns a function that counts a frame and reports whether it exceeds the limit. */
const frameLimiter = () => {
  let [periodStart, count] = [performance.now(), 0];
  return (): boolean => {
    const now = performance.now();
    if (now - periodStart > 1000) [periodStart, count] = [now, 0];
    count += 1;
    return count > maxFramesPerSecond;
  };
};

/**
 * Handles the messages of a socket one after the other, in the order in which they were sent. A
 * socket that floods is closed, and its waiting messages are dropped.
 */
export const handleMessages = (
  socket: WebSocket,
  handle: (body: Uint8Array) => Promise<string>,
  answer: (text: string) => void,
): void => {
  const isTooMuch = frameLimiter();
  const waiting: Buffer[] = [];
  let isHandling = false;

  const handleAll = async (): Promise<void> => {
    isHandling = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const text = await handle(next);
      if (socket.readyState === socket.OPEN) answer(text);
      if (waiting.length < maxWaitingMessages) socket.resume();
    }
    isHandling = false;
  };

  socket.on('message', (data: Buffer) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isTooMuch()) {
      waiting.length = 0;
      socket.close(...floodingClose);
      // A flooding client may not complete the closing handshake either.
      setTimeout(() => socket.terminate(), 1000).unref();
      return;
    }
    if (!isMessage(data)) return;
    waiting.push(data);
    if (waiting.length >= maxWaitingMessages) socket.pause();
    if (!isHandling) void handleAll();
  });
  socket.once('close', () => {
    waiting.length = 0;
  });
};
