import { sendDigests } from '#lib/domain/notifications/digest.service.ts';
import { db } from '../deps/database.ts';
import { mail } from '../deps/mail.ts';
import { clock, log } from '../deps/process.ts';
import { site } from '../deps/site.ts';

const send = sendDigests({ db, clock, mail, log, site });

export const handler = async (): Promise<void> => send();
