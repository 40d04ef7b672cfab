import type { Files } from '#lib/ports/files.ts';
import { lazyPort } from './lazy-port.ts';

export const files = lazyPort<Files>(async () => (await import('./loaded/files.ts')).files);
