// What a sandbox denies to JavaScript that holds Node's own modules: a script run as its own
// process. Arguments: a file, a port, and `open` to leave protections off, which shows what the
// attempts reach then. Writes as JSON what each attempt reached, or null.
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import inspector from 'node:inspector';
import { createRequire } from 'node:module';
import net from 'node:net';
import { Worker } from 'node:worker_threads';
import {
  denyExternalAccess,
  denyImports,
  replaceGlobals,
} from '../../../lib/local/python/sandbox/lockdown.ts';

const { process, fetch, WebSocket } = globalThis;
const [, , file = '', port = '', doors = 'closed'] = process.argv;
const address = `http://127.0.0.1:${port}/`;
const require = createRequire(import.meta.url);

const textModule: string = 'data:text/javascript,export default 1';

const attempts: Record<string, () => unknown> = {
  'read a file': () => fs.readFileSync(file, 'utf8'),
  'read a file by a promise': () => fs.promises.readFile(file, 'utf8'),
  'list a folder': () => fs.readdirSync('/'),
  'write a file': () => fs.writeFileSync(`${file}.mark`, 'x'),
  'start a program': () => childProcess.spawnSync('id').pid,
  'start a worker': () => new Worker('1', { eval: true }).threadId,
  'open an inspector': () => inspector.open(0),
  connect: () => once(net.connect(Number(port), '127.0.0.1'), 'connect'),
  'connect by a socket': () => once(new net.Socket().connect(Number(port), '127.0.0.1'), 'connect'),
  listen: () => new net.Server().listen(0),
  'ask by HTTP': () => once(http.get(address), 'response'),
  fetch: async () => (await fetch(address)).status,
  'open a WebSocket': () =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(address.replace('http', 'ws'));
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('It does not open.')));
    }),
  'send a datagram': () => dgram.createSocket('udp4').send('x', Number(port), '127.0.0.1'),
  'resolve a name': () => dns.promises.lookup('localhost'),
  'signal a process': () => process.kill(process.ppid, 0),
  'load a library': () => process.dlopen({ exports: {} }, file),
  'ask for a module': () => process.getBuiltinModule('node:fs'),
  'ask for a binding': () => Reflect.apply(Reflect.get(process, 'binding'), process, ['fs']),
  'read a report': () => process.report.getReport(),
  'import a module': () => import('node:fs/promises'),
  'import text': () => import(textModule),
  'require a module': () => require('node:os'),
  'evaluate text': () => Reflect.apply(Reflect.get(globalThis, 'eval'), undefined, ['1 + 1']),
  'make a function of text': () => Reflect.construct(Function, ['return 1']),
  'find a global of Node': () =>
    Reflect.ownKeys(globalThis).filter((name) =>
      /^(process|Buffer|fetch|global|require)$/.test(String(name)),
    ).length,
};

if (doors === 'closed') {
  denyExternalAccess();
  replaceGlobals({});
  denyImports();
}

const reached: Record<string, unknown> = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    const value = await attempt();
    reached[name] = value === undefined || value ? typeof value : null;
  } catch {
    reached[name] = null;
  }
}
fs.writeSync(1, JSON.stringify(reached));
process.exit(0);
