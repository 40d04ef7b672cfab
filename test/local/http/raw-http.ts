import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer as sent over the wire. */
export type WireAnswer = { status: number; headers: Record<string, string>; body: string };

export const parseAnswer = (text: string): WireAnswer => {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((one) => {
    const at = one.indexOf(':');
    return [one.slice(0, at).toLowerCase(), one.slice(at + 1).trim()];
  });
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
};

/** Opens a connection; its being cut is what is tested, so that is no error here. */
export const openSocket = (port: number, localAddress = '127.0.0.1'): Socket =>
  connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true }).on('error', () => {});

/** Everything that the server sends until it ends the connection. */
export const readToEnd = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += String(chunk);
    });
    socket.once('end', () => socket.destroy());
    socket.once('close', () => resolve(text));
  });

/** Sends exactly these bytes and reads the answer; the server must end the connection. */
export const sendBytes = async (
  port: number,
  bytes: string | Uint8Array,
  from?: string,
): Promise<WireAnswer> => {
  const socket = openSocket(port, from);
  const answer = readToEnd(socket);
  socket.write(bytes);
  return parseAnswer(await answer);
};

const sleepSync = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Sends these pieces in sequence, and reads nothing before the last one has been sent. */
export const sendPieces = async (port: number, pieces: readonly string[]): Promise<WireAnswer> => {
  const socket = openSocket(port);
  const answer = readToEnd(socket);
  await once(socket, 'connect');
  for (const piece of pieces) {
    socket.write(piece);
    sleepSync(20);
  }
  return parseAnswer(await answer);
};

type HeaderFields = Record<string, string>;

export const requestHead = (method: string, target: string, headers: HeaderFields): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
};

/** `from` is an address of this machine: any of 127.0.0.0/8. */
type RequestOptions = { method?: string; headers?: HeaderFields; body?: string; from?: string };

/** A request with exactly this target, not normalised by a URL parser. */
export const sendRequest = (
  port: number,
  target: string,
  { method = 'GET', headers = {}, body = '', from }: RequestOptions = {},
): Promise<WireAnswer> => {
  const all = {
    host: `127.0.0.1:${port}`,
    connection: 'close',
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  return sendBytes(port, requestHead(method, target, all) + body, from);
};

const piece = Buffer.alloc(64 * 1024, 'a');
const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);

/**
 * Sends a body of `bytes` bytes as fast as it is accepted. Returns the answer, and how many bytes
 * had been sent when it arrived: those that the server read, and those in buffers on the way.
 */
export const sendLargeBody = async (
  port: number,
  head: string,
  bytes: number,
  chunked: boolean,
) => {
  const socket = openSocket(port);
  const text = readToEnd(socket);
  let queuedBytes = 0;
  let sentBytes = 0;
  const writeMore = () => {
    while (queuedBytes < bytes && !socket.destroyed) {
      queuedBytes += piece.byteLength;
      if (!socket.write(chunked ? chunk : piece)) return;
    }
  };
  socket.on('drain', writeMore);
  socket.once('data', () => {
    sentBytes = socket.bytesWritten - socket.writableLength;
  });
  socket.write(head);
  writeMore();
  return { ...parseAnswer(await text), sentBytes };
};
