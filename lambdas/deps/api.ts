import { readCaller, readRoots } from '#lib/domain/account/caller.service.ts';
import { auditTrail } from '#lib/domain/audit/trail.service.ts';
import { closeUnauthorisedSockets } from './unauthorised-sockets.ts';
import { db, forTenant } from './database.ts';
import { clock, log } from './process.ts';

/** What every area's function needs besides its service: the caller, and the audit trail. */
export const api = {
  readCaller: readCaller({ db, clock }),
  readRoots: readRoots({ db }),
  trail: auditTrail({ db, clock, log }),
  closeStrangers: closeUnauthorisedSockets,
  log,
  forTenant,
};
