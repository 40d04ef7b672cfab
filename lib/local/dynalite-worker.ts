import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';
import dynalite from 'dynalite';
import { parentPort, workerData } from 'node:worker_threads';

// dynalite ends its iterators by `return`, which LevelDB's do not have: without this, each query kept
// its iterator, and the snapshot under it, until the database was closed.
for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator]) {
  Object.assign(prototype, {
    return(this: { close(): Promise<void> }) {
      return this.close();
    },
  });
}

// The database in its own thread, so that it uses the second core and dies with the process.
const server = dynalite({ path: workerData.path, createTableMs: 0, deleteTableMs: 0 });

server.listen(workerData.socket, () => parentPort?.postMessage('ready'));

parentPort?.once('message', () => server.close(() => parentPort?.close()));
