// Prints the template of one edition of the platform.
import type { Edition } from '#lib/stack/edition.ts';
import { makePlatform } from './platform.ts';

const { app, stack } = makePlatform(process.argv[2] as Edition);
process.stdout.write(JSON.stringify(app.synth().getStackByName(stack.stackName).template));
