import type { Socket } from 'node:net';
import type { Dial } from '../outgoing/dial.ts';
import { OutgoingError } from '../outgoing/request.ts';

/** How servers that speak no HTTP are reached. */
export type TalkDeps = {
  dial: Dial;
  /** Certificates that are trusted besides those of the system. */
  ca?: string;
  /** Milliseconds for all that is said once a connection stands. */
  talkMs?: number;
};

/** What is heard out of one talk, where it is not as little as a sign-in. */
export type TalkBounds = {
  talkMs?: number | undefined;
  mostBytes?: number;
  /** What a server did that said more, behind its name. */
  tooMuch?: string;
};

/** Why a server did not do what it was asked, for people. */
export type Refused = { refused: string; again: boolean };

export const refused = (host: string, what: string, again = false): Refused => ({
  refused: `${host} ${what}`,
  again,
});

const longest = 14_000;

/** Many times what a server needs to let somebody in; its unfinished words are kept in memory. */
const usualBytes = 256 * 1024;

const usualSentence = 'said far more than is needed. Check the name and the port.';

/** Clients take the connection over, TLS included: what has come is looked up, this often in ms. */
const countEvery = 10;

export const codeOf = (error: unknown): string => String(Object(error).code ?? '');

/** What was said last may still be read once a connection is closed; in ms. */
const lastWords = 100;

/**
 * Ends what is said in time, or with the connection, or where a server says too much, and leaves
 * no socket behind.
 */
export const over = async <T>(
  socket: Socket,
  host: string,
  talk: Promise<T>,
  { talkMs = longest, mostBytes = usualBytes, tooMuch = usualSentence }: TalkBounds = {},
): Promise<T> => {
  const timers: NodeJS.Timeout[] = [];
  const ended = new Promise<never>((_, reject) => {
    const end = (kind: 'timeout' | 'protocol', why: string) => () =>
      reject(new OutgoingError(kind, `${host} ${why}`));
    const late = `did not answer completely within ${talkMs / 1000} s.`;
    timers.push(setTimeout(end('timeout', `${late} Check that the service is up.`), talkMs));
    const leave = end('protocol', tooMuch);
    const count = () => socket.bytesRead > mostBytes && leave();
    timers.push(setInterval(count, countEvery));
    const closed = 'closed the connection before it had let us in. Check the name and the port.';
    socket.once('close', () => timers.push(setTimeout(end('protocol', closed), lastWords)));
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
