// Everything that holds data: the adapters of the ports, without the engine that connects them.
import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { handleIdentityEvent } from '#lib/domain/account/identity-event.service.ts';
import { tokenVerifier } from '#lib/domain/account/token.rules.ts';
import { createFromSignUp } from '#lib/domain/onboarding/sign-up.service.ts';
import { holdSignIn } from '#lib/domain/users/sign-out.service.ts';
import { closeSignedOut } from '#lib/domain/ws/listening.service.ts';
import { openDatabase } from '#lib/local/database.ts';
import { highchartsFile } from '#lib/local/http/licensed-mount.ts';
import { openFiles } from '#lib/local/files.ts';
import { openIdentity } from '#lib/local/identity/identity.ts';
import { readKeyFile } from '#lib/local/key-file.ts';
import { openMail } from '#lib/local/mail.ts';
import { openRealtime } from '#lib/local/realtime.ts';
import { openSecrets } from '#lib/local/secrets.ts';
import { tables } from '#lib/tables.ts';
import { planLinksOf } from '../settings.ts';
import type { Context } from './context.ts';

/** The name of the only user pool; tokens and the identity's addresses contain it. */
export const poolId = 'local_Cloudwarden';
const clientId = 'cloudwarden-console';

/** Derives a key for one purpose from the master key in the key file. */
const deriveKey = (master: Buffer, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', master, '', purpose, 32)).toString('hex');

/** Opens everything in the data folder. */
export const openStores = ({ settings, publicUrl, clock, log }: Context) => {
  const folder = resolve(settings.DATA_DIR);
  // Only without a database: data that is already sealed could not be opened with a new key.
  const path = join(folder, 'database.db');
  const create = !existsSync(path);
  const keyFile = { path: settings.KEY_FILE ?? `${folder}.key`, create };
  const secrets = openSecrets(keyFile);
  const master = readKeyFile(keyFile);
  const cursorKey = deriveKey(master, 'cursors');
  const db = openDatabase({ path, tables, cursorKey: () => cursorKey });
  const mail = openMail(folder, clock);
  const realtime = openRealtime({ clock });
  const issuer = `${publicUrl}/identity/${poolId}`;
  const identity = openIdentity({
    database: db.file,
    clock,
    log,
    issuer,
    poolId,
    clientId,
    mail: (to, subject, text) => mail.send({ to: [to], subject, text }),
    sealingKey: Buffer.from(deriveKey(master, 'identity'), 'hex'),
    onEvent: handleIdentityEvent({
      db,
      clock,
      log,
      closeEnded: closeSignedOut({ db, sockets: realtime }),
    }),
    hold: holdSignIn({ db, clock, wait }),
    demandsSecondFactor: settings.SECOND_FACTOR === 'required',
    ...(settings.EDITION === 'saas' && { foundOrganisation: createFromSignUp({ db, clock }) }),
  });
  const verifyToken = tokenVerifier({ issuer, clientId, jwks: identity.jwks(), clock });
  const apiKeyHashes = deriveKey(master, 'api keys');
  const hashKey = () => apiKeyHashes;
  const files = openFiles(folder);
  const pool = { userPoolId: poolId, userPoolClientId: clientId };
  const { EDITION: edition, NOTICE: notice, HIGHCHARTS_FILE: charts } = settings;
  const consoleConfig = {
    ...planLinksOf(settings),
    ...(notice && { notice }),
    ...(charts && { highchartsFile }),
  };
  const { SECOND_FACTOR: secondFactor } = settings;
  const config = { ...pool, edition, secondFactor, webhookUrl: publicUrl, ...consoleConfig };
  const stores = { folder, secrets, db, mail, identity, config };
  return { ...stores, verifyToken, hashKey, files, realtime };
};

export type Stores = ReturnType<typeof openStores>;
