import type { Bus } from '#lib/ports/bus.ts';
import { lazily } from './lazily.ts';

export const bus = lazily<Bus>(async () => (await import('./loaded/bus.ts')).bus);
