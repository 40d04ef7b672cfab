import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { TLSSocket } from 'node:tls';

type Login = { user: string; password: string; database: string };

const message = (type: string, ...parts: (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

const encodeInt = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
};

const ready = message('Z', 'I');

const error = (code: string, text: string): Buffer =>
  message('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);

/** One row with one number. */
const oneRow = (): Buffer => {
  const column = [
    '?column?\0',
    encodeInt(0, 4),
    encodeInt(0, 2),
    encodeInt(23, 4),
    encodeInt(4, 2),
    encodeInt(-1, 4),
    encodeInt(0, 2),
  ];
  return Buffer.concat([
    message('T', encodeInt(1, 2), ...column),
    message('D', encodeInt(1, 2), encodeInt(1, 4), '1'),
    message('C', 'SELECT 1\0'),
    ready,
  ]);
};

/** The dialogue after encryption: the start message has no type byte, the others have one. */
const serveSession = (socket: Socket, login: Login, queries: string[]): void => {
  let startParameters: Record<string, string> | undefined;
  const answer = (type: string, text: string) => {
    if (type === 'p' && text !== login.password) {
      socket.end(error('28P01', `password ${text} authentication failed`));
    } else if (type === 'p' && startParameters?.database !== login.database) {
      socket.end(error('3D000', 'database does not exist'));
    } else if (type === 'p') {
      socket.write(Buffer.concat([message('R', encodeInt(0, 4)), ready]));
    } else if (type === 'Q') {
      queries.push(text);
      socket.write(oneRow());
    }
  };
  socket.on('data', (data) => {
    if (!startParameters) {
      const fields = data.subarray(8).toString().split('\0');
      startParameters = {};
      for (let at = 0; at + 1 < fields.length; at += 2)
        startParameters[fields[at] ?? ''] = fields[at + 1] ?? '';
      socket.write(message('R', encodeInt(3, 4)));
      return;
    }
    answer(data.subarray(0, 1).toString(), data.subarray(5, -1).toString());
  });
};

/** A PostgreSQL server on this machine that accepts one login, over TLS. */
export const openPostgres = async ({ key, cert }: { key: string; cert: string }, login: Login) => {
  const queries: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((plainSocket) => {
    sockets.add(plainSocket.on('error', () => {}));
    plainSocket.once('data', () => {
      plainSocket.write('S');
      const secure = new TLSSocket(plainSocket, { isServer: true, key, cert });
      serveSession(
        secure.on('error', () => {}),
        login,
        queries,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { port: String(port), queries, close };
};
