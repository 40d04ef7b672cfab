import type { Python } from '#lib/ports/python.ts';
import { lazily } from './lazily.ts';

const loaded = () => import('./loaded/python.ts');

export const python = lazily<Python>(async () => (await loaded()).python);

export const triedPython = lazily<Python>(async () => (await loaded()).triedPython);
