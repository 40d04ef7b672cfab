// `npm run demo`: sends a signed, realistic finding to the sample listener. With `--compliance`:
// scans the sample accounts, and starts a bot that waits to fix what was found.
import { createHmac, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sampleFinding } from '#lib/domain/onboarding/sample-finding.ts';
import { openSecrets } from '#lib/local/secrets.ts';
import { hrefTo } from '#lib/pages.ts';
import { runComplianceDemo } from './compliance-demo.ts';
import { readSettings } from './settings.ts';
import { type SampleAddress, sampleFile } from './sample-address.ts';

const readSample = (folder: string): SampleAddress => {
  const file = join(folder, sampleFile);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  console.error(`There is no sample in ${resolve(folder)}. Either Cloudwarden was not started yet
(npm start), or it has other settings: set DATA_DIR and KEY_FILE as for Cloudwarden, for example
  DATA_DIR=/srv/cloudwarden npm run demo`);
  return process.exit(1);
};

const { DATA_DIR, KEY_FILE } = readSettings(process.env);
const sample = readSample(DATA_DIR);
const secrets = openSecrets({ path: KEY_FILE ?? `${resolve(DATA_DIR)}.key`, create: false });

const sendFinding = async (): Promise<void> => {
  const { tenant_id, webhook_url, sealed_secret, console_url, target_url } = sample;
  const secret = await secrets.open(tenant_id, sealed_secret);
  const event = sampleFinding(`fnd-${randomUUID().slice(0, 8)}`, new Date().toISOString());
  const body = JSON.stringify(event);
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const answer = await fetch(webhook_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signature,
      'idempotency-key': event.id,
    },
    body,
  }).catch(() => undefined);

  if (answer?.status === 202) {
    console.log(`Finding ${event.id} was accepted: ${JSON.stringify(await answer.json())}

  The waiting run   ${console_url}${hrefTo('runs')}
  Its approval      ${console_url}${hrefTo('approvals')}
  After approving, the one call that the bot made:
                    ${target_url}`);
  } else {
    const reason = answer ? `${answer.status} ${await answer.text()}` : 'no answer';
    console.error(`The finding was not accepted (${reason}). Is Cloudwarden running? npm start`);
    process.exitCode = 1;
  }
};

if (process.argv.includes('--compliance')) {
  const key = await secrets.open(sample.tenant_id, sample.sealed_api_key);
  await runComplianceDemo(sample, key);
} else await sendFinding();
