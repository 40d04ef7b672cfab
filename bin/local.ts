// The whole product in one process: the composition root of the embedded edition.
import { flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { createLog, type Log } from '#lib/kernel/log.ts';
import { explainWriteFailure } from '#lib/local/write-failure.ts';
import { httpServer } from '#lib/local/http/http-server.ts';
import { lockFolder } from '#lib/local/lock.ts';
import { addressOf, announce } from './announce.ts';
import { buildIfStale } from './console-build.ts';
import { reportCrash } from './crash.ts';
import { runFirstStart } from './first-start.ts';
import { openAws } from './local/aws.ts';
import { openEngine } from './local/engine.ts';
import { mountsOf } from './local/mounts.ts';
import { servicesOf } from './local/services.ts';
import { openSockets } from './local/sockets.ts';
import { openStores } from './local/stores.ts';
import { readSettings, type Settings } from './settings.ts';

const root = join(import.meta.dirname, '..');
const clock = () => Date.now();

/** Starts in an order that loses nothing: lock, listen (503), open, take up old work, serve. */
const start = async (settings: Settings, folder: string, log: Log) => {
  buildIfStale(root);
  const unlock = lockFolder(folder);
  const http = httpServer(log, settings.PUBLIC_URL);
  const port = await http.listen(settings.PORT, settings.HOST);
  const publicUrl = settings.PUBLIC_URL ?? addressOf(settings.HOST, port);
  const context = { root, settings, publicUrl, clock, log };
  const stores = openStores(context);
  const { db, secrets, identity, hashKey } = stores;
  const aws = openAws(settings.AWS_REGION, settings.ROLE_TEMPLATE_URL);
  const engine = openEngine(context, stores, aws);
  const services = servicesOf(context, stores, engine);
  const { listeners, bots } = services;
  const first = await runFirstStart(
    { db, clock, identity: identity.admin, hashKey, listeners, bots, secrets },
    folder,
    publicUrl,
  );
  const sockets = openSockets(http.server, context, stores, engine.runner);
  const stop = async () => {
    // Work that has not ended by then continues at the next start, as after kill -9.
    setTimeout(() => process.exit(1), 10_000).unref();
    sockets.close();
    await http.drain(3_000);
    await engine.drain(5_000);
    await db.close();
    unlock();
    process.exit(0);
  };
  // Before the server opens, so that it can be stopped as soon as it says that it serves.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  // Node would write its compile cache only at the end, and never if the process is killed.
  flushCompileCache();
  http.open(mountsOf(context, stores, engine, services));
  // After the server opens, because runs that continue may call this server.
  const caughtUp = engine.start();
  announce(process.argv.includes('--json'), publicUrl, first);
  await caughtUp;
};

const main = async () => {
  const settings = readSettings(process.env);
  const folder = resolve(settings.DATA_DIR);
  const log = createLog({ write: (line) => process.stderr.write(`${line}\n`), clock });
  // The runner throws on purpose if it cannot write, to end the process.
  process.once('uncaughtException', (error) => {
    reportCrash(error, folder, log);
    process.exit(1);
  });
  await start(settings, folder, log).catch((error: unknown) => {
    throw explainWriteFailure(error, folder);
  });
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
