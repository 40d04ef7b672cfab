import type { WebSocket } from 'ws';

/** More frames than this within a second are no console's. */
const mostASecond = 100;
/** Nothing more is read from a socket while so many of its messages wait. */
const mostWaiting = 8;

/** 1008: the server does not go on with this client. */
const flooding = [1008, 'Too many messages'] as const;

/** As API Gateway selects a route: all but the action `send` are heartbeats. */
const isMessage = (data: Buffer): boolean => {
  try {
    return Object(JSON.parse(data.toString())).action === 'send';
  } catch {
    return false;
  }
};

/** Whether one more frame is more than a socket may send. */
const frameLimit = () => {
  let [since, count] = [performance.now(), 0];
  return (): boolean => {
    const now = performance.now();
    if (now - since > 1000) [since, count] = [now, 0];
    count += 1;
    return count > mostASecond;
  };
};

/**
 * Takes what a socket sends, one message after the other, so that they are taken in the order in
 * which they were sent. A socket that floods is closed; what waits goes with it.
 */
export const takeMessages = (
  socket: WebSocket,
  take: (body: Uint8Array) => Promise<string>,
  answer: (text: string) => void,
): void => {
  const isTooMuch = frameLimit();
  const waiting: Buffer[] = [];
  let isTaking = false;

  const takeAll = async (): Promise<void> => {
    isTaking = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const text = await take(next);
      if (socket.readyState === socket.OPEN) answer(text);
      if (waiting.length < mostWaiting) socket.resume();
    }
    isTaking = false;
  };

  socket.on('message', (data: Buffer) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isTooMuch()) {
      waiting.length = 0;
      socket.close(...flooding);
      // Whoever floods may not answer the goodbye either.
      setTimeout(() => socket.terminate(), 1000).unref();
      return;
    }
    if (!isMessage(data)) return;
    waiting.push(data);
    if (waiting.length >= mostWaiting) socket.pause();
    if (!isTaking) void takeAll();
  });
  socket.once('close', () => {
    waiting.length = 0;
  });
};
