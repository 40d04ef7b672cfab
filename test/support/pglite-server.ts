import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { PGlite } from '#lib/engine/sql/pglite.ts';

/** The code of SSLRequest, an 8-byte message in which a client first asks for encryption. */
const sslRequest = 80_877_103;

/** Length of the whole messages at the front of the data; those of a session begin with a type. */
const wholeMessagesLength = (data: Buffer, isStart: boolean): number => {
  let end = 0;
  for (;;) {
    const head = isStart && end === 0 ? 0 : 1;
    if (data.length < end + head + 4) return end;
    const length = data.readInt32BE(end + head) + head;
    if (data.length < end + length) return end;
    end += length;
  }
};

type Identity = { key: string; cert: string };

/**
 * A real Postgres behind a local port, for one connection at a time, over TLS if it has a
 * certificate. It accepts every login.
 */
export const openPglite = async (setUp: string, identity?: Identity) => {
  const database = await PGlite.create();
  await database.exec(setUp);
  const sockets = new Set<Socket>();
  const ended = new Set<Promise<unknown>>();

  const talk = (socket: Socket): void => {
    socket.on('error', () => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    ended.add(promise);
    let waiting = Buffer.alloc(0);
    let isStart = true;
    let turn = Promise.resolve();
    const answer = async (): Promise<void> => {
      const end = wholeMessagesLength(waiting, isStart);
      if (end === 0) return;
      const message = waiting.subarray(0, end);
      waiting = waiting.subarray(end);
      isStart = false;
      const response = await database.execProtocolRaw(message);
      if (!socket.destroyed) socket.write(response);
    };
    const onData = (data: Buffer) => {
      if (isStart && data.length === 8 && data.readInt32BE(4) === sslRequest) {
        socket.write(identity ? 'S' : 'N');
        if (!identity) return;
        socket.off('data', onData);
        resolve();
        talk(new TLSSocket(socket, { isServer: true, ...identity }));
        return;
      }
      waiting = Buffer.concat([waiting, data]);
      turn = turn.then(answer);
    };
    socket.on('data', onData);
    // The next connection begins outside any transaction that this one left open.
    socket.on('close', () => {
      turn = turn
        .then(async () => void (await database.exec('rollback').catch(() => undefined)))
        .finally(resolve);
    });
  };

  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    address: `postgres://reader:p4ssw0rd@127.0.0.1:${port}/postgres`,
    database,
    /** Resolves once all connections so far are closed and their open transactions rolled back. */
    ended: async () => void (await Promise.all(ended)),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
      await database.close();
    },
  };
};
