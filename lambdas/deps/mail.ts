import type { Mail } from '#lib/ports/mail.ts';
import { lazyPort } from './lazy-port.ts';

export const mail = lazyPort<Mail>(async () => (await import('./loaded/mail.ts')).mail);
