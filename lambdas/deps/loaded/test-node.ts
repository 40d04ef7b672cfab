import { openCredential } from '#lib/domain/credentials/opened-credential.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { testNode as test } from '#lib/engine/test-node.ts';
import type { Python } from '#lib/ports/python.ts';
import { calledSite } from '../called-site.ts';
import { db } from '../database.ts';
import { mail } from '../mail.ts';
import { clock, log } from '../process.ts';
import { secrets } from '../secrets.ts';

/** The right to run people's Python belongs to the engine alone. */
const python: Python = {
  run: async () => ({ error: 'Python is tried in a run: start one, dry or not.', stdout: '' }),
};

export const testNode = test({
  outgoing: outgoing({ allow: [] }),
  credential: openCredential({ db, secrets }),
  mail,
  python,
  clock,
  log,
  site: calledSite,
});
