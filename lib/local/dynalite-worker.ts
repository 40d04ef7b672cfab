import dynalite from 'dynalite';
import { parentPort, workerData } from 'node:worker_threads';

// The database in its own thread, so that it uses the second core and dies with the process.
const server = dynalite({ path: workerData.path, createTableMs: 0, deleteTableMs: 0 });

server.listen(workerData.socket, () => parentPort?.postMessage('ready'));

parentPort?.once('message', () => server.close(() => parentPort?.close()));
