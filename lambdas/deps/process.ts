import { readEnvironment } from '#lib/aws/environment.ts';
import { createLog } from '#lib/kernel/log.ts';

export const environment = readEnvironment(process.env);

export const clock = () => Date.now();

export const log = createLog({ write: (line) => process.stdout.write(`${line}\n`), clock });
