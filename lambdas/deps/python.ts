import type { Python } from '#lib/ports/python.ts';
import { lazyPort } from './lazy-port.ts';

const load = () => import('./loaded/python.ts');

export const python = lazyPort<Python>(async () => (await load()).python);

export const testPython = lazyPort<Python>(async () => (await load()).pythonForTests);
