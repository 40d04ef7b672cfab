import type { Bus } from '#lib/ports/bus.ts';
import { lazyPort } from './lazy-port.ts';

export const bus = lazyPort<Bus>(async () => (await import('./loaded/bus.ts')).bus);
