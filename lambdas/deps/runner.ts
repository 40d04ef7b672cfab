import type { Runner } from '#lib/ports/runner.ts';
import { lazily } from './lazily.ts';

export const runner = lazily<Runner>(async () => (await import('./loaded/runner.ts')).runner);
