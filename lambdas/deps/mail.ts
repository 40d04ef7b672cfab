import type { Mail } from '#lib/ports/mail.ts';
import { lazily } from './lazily.ts';

export const mail = lazily<Mail>(async () => (await import('./loaded/mail.ts')).mail);
