import { takeIdentityEvent } from '#lib/domain/account/identity-event.service.ts';
import { db } from './database.ts';
import { clock, log } from './process.ts';

/** What happens at the user pool; the sweep of each minute ends sockets that end with it. */
export const take = takeIdentityEvent({ db, clock, log, closeStrangers: async () => {} });
