// `npm run build`: the console, where its sources changed.
import { join } from 'node:path';
import { buildConsole } from './console-build.ts';

await buildConsole(join(import.meta.dirname, '..'));
