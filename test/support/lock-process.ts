// Locks the folder and keeps it until it is killed: `lock-process.ts <folder>`.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lockFolder } from '#lib/local/lock.ts';

lockFolder(process.argv[2] ?? '');
// The lock must outlive everything that the caller could drop.
setFlagsFromString('--expose-gc');
runInNewContext('gc')();
await new Promise((resolve) => setTimeout(resolve, 50));
process.stdout.write('locked\n');
setInterval(() => undefined, 60_000);
