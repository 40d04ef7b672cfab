import { setTimeout as wait } from 'node:timers/promises';
import { takeIdentityEvent } from '#lib/domain/account/identity-event.service.ts';
import { holdSignIn } from '#lib/domain/users/sign-out.service.ts';
import { closeEnded } from '#lib/domain/ws/listening.service.ts';
import { db } from './database.ts';
import { clock, log } from './process.ts';
import { sockets } from './sockets.ts';

/** Records the events of the user pool. */
export const take = takeIdentityEvent({ db, clock, log, closeEnded: closeEnded({ db, sockets }) });

export const hold = holdSignIn({ db, clock, wait });
