// Locks the folder until it is killed or its time is over: `lock-process.ts <folder> [<ms>]`.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lockFolder } from '#lib/local/lock.ts';

lockFolder(process.argv[2] ?? '');
// The lock must survive garbage collection of everything that the caller no longer holds.
setFlagsFromString('--expose-gc');
runInNewContext('gc')();
await new Promise((resolve) => setTimeout(resolve, 50));
process.stdout.write('locked\n');
setTimeout(() => undefined, Number(process.argv[3] ?? 3_600_000));
