// The thread of `checkpoints.ts`: copies what was committed into the database file when asked.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData, { timeout: 0 });
// Passive: it waits for nobody, and nobody for it.
const copy = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', (message: 'copy' | 'end') => {
  if (message === 'end') {
    database.close();
    parentPort?.close();
    return;
  }
  copy.get();
  parentPort?.postMessage('copied');
});
