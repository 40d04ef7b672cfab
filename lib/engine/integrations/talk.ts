import type { Socket } from 'node:net';
import type { Dial } from '../outgoing/dial.ts';
import { OutgoingError } from '../outgoing/request.ts';

/** The dependencies of connections to servers that do not use HTTP. */
export type TalkDeps = {
  dial: Dial;
  /** PEM certificates that are trusted in addition to the system's. */
  ca?: string;
  /** The time limit (ms) for the whole exchange once connected. */
  talkMs?: number;
};

/** The limits of one exchange, where it is longer than a sign-in. */
export type TalkBounds = {
  talkMs?: number | undefined;
  maxBytes?: number;
  /** What a server did that sent more; completes a sentence that begins with its name. */
  tooMuch?: string;
};

/** Why a server rejected a request, for people; `isRetryable` where a later attempt may succeed. */
export type Refused = { refused: string; isRetryable: boolean };

export const refused = (host: string, problem: string, isRetryable = false): Refused => ({
  refused: `${host} ${problem}`,
  isRetryable,
});

const maxTalkMs = 14_000;

/** Many times what a sign-in needs; an unfinished message of the server is kept in memory. */
const defaultMaxBytes = 256 * 1024;

const defaultTooMuchText = 'sent far more data than expected. Check the name and the port.';

/** The client library takes over the connection, so received bytes are counted this often (ms). */
const countEvery = 10;

export const errorCodeOf = (error: unknown): string => String(Object(error).code ?? '');

/** Time (ms) in which the last data may still be read after a connection was closed. */
const closeGraceMs = 100;

/**
 * The result of `talk`. Throws an `OutgoingError` when its time is over, the connection ends, or
 * the server sends too much. Always destroys the socket.
 */
export const runConversation = async <T>(
  socket: Socket,
  host: string,
  talk: Promise<T>,
  { talkMs = maxTalkMs, maxBytes = defaultMaxBytes, tooMuch = defaultTooMuchText }: TalkBounds = {},
): Promise<T> => {
  const timers: NodeJS.Timeout[] = [];
  const failure = new Promise<never>((_, reject) => {
    const failWith = (kind: 'timeout' | 'protocol', problem: string) => () =>
      reject(new OutgoingError(kind, `${host} ${problem}`));
    const timeoutText = `did not answer completely within ${talkMs / 1000} s.`;
    timers.push(
      setTimeout(failWith('timeout', `${timeoutText} Check that the service is up.`), talkMs),
    );
    const failTooLarge = failWith('protocol', tooMuch);
    const checkSize = () => socket.bytesRead > maxBytes && failTooLarge();
    timers.push(setInterval(checkSize, countEvery));
    const closedText = 'closed the connection before the sign-in. Check the name and the port.';
    socket.once('close', () =>
      timers.push(setTimeout(failWith('protocol', closedText), closeGraceMs)),
    );
  });
  try {
    return await Promise.race([talk, failure]);
  } finally {
    socket.destroy();
    for (const timer of timers) clearTimeout(timer);
    // Later failures are ignored: the result is already known.
    failure.catch(() => {});
    talk.catch(() => {});
  }
};
