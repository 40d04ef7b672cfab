// `npm run second-factor -- you@example.com`: how the operator of the embedded edition has somebody
// sign in without the authenticator app that they lost, the server being stopped.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { resetSecondFactorAsOperator } from '#lib/domain/account/operator-reset.service.ts';
import { createLog } from '#lib/kernel/log.ts';
import { lockFolder } from '#lib/local/lock.ts';
import { addressOf } from './announce.ts';
import { openStores } from './local/stores.ts';
import { readSettings } from './settings.ts';

const root = join(import.meta.dirname, '..');
const clock = () => Date.now();

const main = async (): Promise<void> => {
  const [, , email] = process.argv;
  if (email === undefined) throw new Error('Say who: npm run second-factor -- you@example.com');
  const settings = readSettings(process.env);
  const folder = resolve(settings.DATA_DIR);
  if (!existsSync(join(folder, 'database.db'))) {
    throw new Error(`There is no data in ${folder}. Name it with DATA_DIR.`);
  }
  const unlock = lockFolder(folder);
  const log = createLog({ write: (line) => process.stderr.write(`${line}\n`), clock });
  const publicUrl = settings.PUBLIC_URL ?? addressOf(settings.HOST, settings.PORT);
  const { db, identity } = openStores({ root, settings, publicUrl, clock, log });
  try {
    await resetSecondFactorAsOperator({ db, clock, identity: identity.admin })(email);
    console.log(`${email} signs in by the password alone, until they set up an app again.`);
  } finally {
    await db.close();
    unlock();
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
