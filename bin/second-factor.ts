// `npm run second-factor -- you@example.com`: lets the operator of the embedded edition remove a
// user's lost authenticator app while the server is stopped.
import { join } from 'node:path';
import { resetSecondFactorAsOperator } from '#lib/domain/account/operator-reset.service.ts';
import { createLog } from '#lib/kernel/log.ts';
import { addressOf } from './announce.ts';
import { openStores } from './local/stores.ts';
import { runOnStoppedServer } from './stopped-server.ts';

const root = join(import.meta.dirname, '..');
const clock = () => Date.now();

await runOnStoppedServer(async (settings) => {
  const [, , email] = process.argv;
  if (email === undefined) {
    throw new Error('Enter an e-mail address: npm run second-factor -- you@example.com');
  }
  const log = createLog({ write: (line) => process.stderr.write(`${line}\n`), clock });
  const publicUrl = settings.PUBLIC_URL ?? addressOf(settings.HOST, settings.PORT);
  const { db, identity } = openStores({ root, settings, publicUrl, clock, log });
  try {
    await resetSecondFactorAsOperator({ db, clock, identity: identity.admin })(email);
    const next =
      settings.SECOND_FACTOR === 'required'
        ? 'sets up an authenticator app at the next sign-in'
        : 'signs in with the password only, until they set up an app again';
    console.log(`${email} ${next}.`);
  } finally {
    await db.close();
  }
});
