// The thread of `checkpoints.ts`: copies committed data into the database file on request.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData, { timeout: 0 });
// Passive: neither waits for other connections nor makes them wait.
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', (message: 'copy' | 'end') => {
  if (message === 'end') {
    database.close();
    parentPort?.close();
    return;
  }
  checkpoint.get();
  parentPort?.postMessage('copied');
});
