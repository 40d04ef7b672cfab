import { setTimeout as wait } from 'node:timers/promises';
import { handleIdentityEvent } from '#lib/domain/account/identity-event.service.ts';
import { holdSignIn } from '#lib/domain/users/sign-out.service.ts';
import { closeSignedOut } from '#lib/domain/ws/listening.service.ts';
import { db } from './database.ts';
import { clock, log } from './process.ts';
import { sockets } from './sockets.ts';

/** Records the events of the user pool. */
export const recordEvent = handleIdentityEvent({
  db,
  clock,
  log,
  closeEnded: closeSignedOut({ db, sockets }),
});

export const holdSignIns = holdSignIn({ db, clock, wait });
