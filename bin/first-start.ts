import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createFirstOrganisation,
  type FirstStart,
  type FirstStartDeps,
} from '#lib/domain/onboarding/first-start.service.ts';
import { randomId } from '#lib/kernel/ids.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import { type SampleAddress, sampleFile } from './sample-address.ts';

const rootEmail = 'root@cloudwarden.local';

/** On an empty data folder: creates the organisation with its sample, and the file for the demo. */
export const runFirstStart = async (
  deps: FirstStartDeps & { secrets: Secrets },
  folder: string,
  publicUrl: string,
): Promise<FirstStart | undefined> => {
  const file = join(folder, sampleFile);
  if (existsSync(file)) return undefined;
  const tenant_id = randomId('org');
  const firstStart = await createFirstOrganisation(deps, tenant_id, rootEmail);
  const address: SampleAddress = {
    tenant_id,
    webhook_url: firstStart.sample.webhook_url,
    sealed_secret: await deps.secrets.seal(tenant_id, firstStart.sample.secret),
    sealed_api_key: await deps.secrets.seal(tenant_id, firstStart.api_key),
    console_url: `${publicUrl}/app`,
    api_url: `${publicUrl}/api`,
    target_url: `${publicUrl}/sample/isolate`,
  };
  writeFileSync(file, JSON.stringify(address), { mode: 0o600 });
  return firstStart;
};
