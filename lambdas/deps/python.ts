import type { Python } from '#lib/ports/python.ts';
import { lazily } from './lazily.ts';

export const python = lazily<Python>(async () => (await import('./loaded/python.ts')).python);
