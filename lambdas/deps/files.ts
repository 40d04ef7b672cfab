import type { Files } from '#lib/ports/files.ts';
import { lazily } from './lazily.ts';

export const files = lazily<Files>(async () => (await import('./loaded/files.ts')).files);
