import dynalite from 'dynalite';
import { EventEmitter } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { closeIteratorsOnReturn } from './level-iterators.ts';
import { readWithoutWaiting } from './level-reads.ts';
import { writeItemsWhole } from './whole-writes.ts';

/** One call of the database as it crosses the threads, and its answer. */
export type DatabaseCall = { id: number; headers: Record<string, string>; body: string };
export type DatabaseAnswer = { id: number; statusCode: number; body: string };

closeIteratorsOnReturn();
readWithoutWaiting();
writeItemsWhole();

// The database in its own thread, so that it uses the second core and dies with the process. Its
// HTTP handler is called directly: a socket between two threads of one process costs half its
// speed.
const server = dynalite({ path: workerData.path, createTableMs: 0, deleteTableMs: 0 });

const serve = ({ id, headers, body }: DatabaseCall): void => {
  const request = Object.assign(new EventEmitter(), { method: 'POST', url: '/', headers });
  const response = {
    statusCode: 200,
    setHeader() {},
    end(text: string) {
      parentPort?.postMessage({ id, statusCode: response.statusCode, body: text });
    },
  };
  server.emit('request', request, response);
  request.emit('data', Buffer.from(body));
  request.emit('end');
};

parentPort?.on('message', serve);
parentPort?.postMessage('ready');
