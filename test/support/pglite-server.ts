import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';

/** What a client asks first where it would encrypt: 8 bytes with this number. */
const sslRequest = 80_877_103;

/** Whole messages at the front of what came: those of a session begin with their type. */
const wholeIn = (data: Buffer, isStart: boolean): number => {
  let end = 0;
  for (;;) {
    const head = isStart && end === 0 ? 0 : 1;
    if (data.length < end + head + 4) return end;
    const length = data.readInt32BE(end + head) + head;
    if (data.length < end + length) return end;
    end += length;
  }
};

/** A real Postgres behind a port of this machine, for one connection at a time. */
export const openPglite = async (setUp: string) => {
  const database = await PGlite.create();
  await database.exec(setUp);
  const sockets = new Set<Socket>();

  const serve = (socket: Socket): void => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
    let waiting = Buffer.alloc(0);
    let isStart = true;
    let turn = Promise.resolve();
    const answer = async (): Promise<void> => {
      if (isStart && waiting.length >= 8 && waiting.readInt32BE(4) === sslRequest) {
        waiting = waiting.subarray(8);
        socket.write('N');
      }
      const end = wholeIn(waiting, isStart);
      if (end === 0) return;
      const message = waiting.subarray(0, end);
      waiting = waiting.subarray(end);
      isStart = false;
      const answered = await database.execProtocolRaw(message);
      if (!socket.destroyed) socket.write(answered);
    };
    socket.on('data', (data: Buffer) => {
      waiting = Buffer.concat([waiting, data]);
      turn = turn.then(answer);
    });
    // The next connection begins outside of what this one had begun.
    socket.on('close', () => {
      turn = turn.then(async () => void (await database.exec('rollback').catch(() => undefined)));
    });
  };

  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    address: `postgres://reader:p4ssw0rd@127.0.0.1:${port}/postgres`,
    database,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
      await database.close();
    },
  };
};
