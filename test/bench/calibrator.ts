// A bare HTTP server that durably appends each body and answers 202: the machine's upper limit.
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'calibrator-')), 'bodies.db'));
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; create table bodies (b text)');
const insert = database.prepare('insert into bodies values (?)');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    insert.run(Buffer.concat(chunks).toString());
    response.writeHead(202).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(JSON.stringify({ port: address?.port }));
});
