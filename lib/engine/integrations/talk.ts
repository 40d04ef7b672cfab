import type { Socket } from 'node:net';
import type { Dial } from '../outgoing/dial.ts';
import { OutgoingError } from '../outgoing/request.ts';

/** How servers that speak no HTTP are reached. */
export type TalkDeps = {
  dial: Dial;
  /** Certificates that are trusted besides those of the system. */
  ca?: string;
};

/** Milliseconds for all that is said once a connection stands. */
const longest = 14_000;

export const codeOf = (error: unknown): string => String(Object(error).code ?? '');

/** What was said last may still be read once a connection is closed; in ms. */
const lastWords = 100;

/** Ends what is said in time, or with the connection, and leaves no socket behind. */
export const over = async <T>(socket: Socket, host: string, talk: Promise<T>): Promise<T> => {
  const timers: NodeJS.Timeout[] = [];
  const ended = new Promise<never>((_, reject) => {
    const end = (ms: number, kind: 'timeout' | 'protocol', why: string) =>
      timers.push(setTimeout(() => reject(new OutgoingError(kind, `${host} ${why}`)), ms));
    const late = `did not answer completely within ${longest / 1000} s.`;
    end(longest, 'timeout', `${late} Check that the service is up.`);
    const closed = 'closed the connection before it had let us in. Check the name and the port.';
    socket.once('close', () => end(lastWords, 'protocol', closed));
  });
  try {
    return await Promise.race([talk, ended]);
  } finally {
    socket.destroy();
    for (const timer of timers) clearTimeout(timer);
    // What comes after the end is nobody's answer.
    ended.catch(() => {});
    talk.catch(() => {});
  }
};
