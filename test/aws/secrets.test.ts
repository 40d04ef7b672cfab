import { KMSClient } from '@aws-sdk/client-kms';
import { openSecrets } from '#lib/aws/secrets.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import { type KmsServer, openKms } from '#test/support/kms-server.ts';
import { clientOf } from '#test/support/loopback.ts';

const minute = 60_000;

let server: KmsServer;
let client: KMSClient;
let now: number;
let secrets: Secrets;

beforeEach(async () => {
  server = await openKms();
  client = new KMSClient(clientOf(server));
  now = Date.parse('2027-02-28T23:59:00Z');
  secrets = openSecrets({ client, keyId: server.keyId, clock: () => now });
});

afterEach(async () => {
  client.destroy();
  await server.close();
});

const decrypts = () => server.calls.filter((call) => call === 'Decrypt').length;

describe('the cached data keys of KMS', () => {
  it('are requested once for a hundred simultaneous webhooks', async () => {
    const sealed = await secrets.seal('org_1', 'secret');
    const plaintexts = await Promise.all(
      Array.from({ length: 100 }, () => secrets.open('org_1', sealed)),
    );
    expect(new Set(plaintexts)).toEqual(new Set(['secret']));
    expect(decrypts()).toBe(1);
  });

  it('are kept for five minutes', async () => {
    const sealed = await secrets.seal('org_1', 'secret');
    await secrets.open('org_1', sealed);
    now += 5 * minute - 1;
    await secrets.open('org_1', sealed);
    expect(decrypts()).toBe(1);
    now += 1;
    await secrets.open('org_1', sealed);
    expect(decrypts()).toBe(2);
  });

  it('are kept separately for each tenant', async () => {
    const sealed = await secrets.seal('org_1', 'secret');
    await secrets.open('org_1', sealed);
    await expect(secrets.open('org_2', sealed)).rejects.toThrow('cannot be opened');
    expect(decrypts()).toBe(2);
  });

  it('are at most 200, and the oldest is requested again', async () => {
    const sealed: string[] = [];
    for (let index = 0; index < 201; index++) {
      sealed.push(await secrets.seal('org_1', `secret ${index}`));
    }
    for (const text of sealed) await secrets.open('org_1', text);
    expect(decrypts()).toBe(201);
    await secrets.open('org_1', sealed.at(-1) ?? '');
    expect(decrypts()).toBe(201);
    await secrets.open('org_1', sealed[0] ?? '');
    expect(decrypts()).toBe(202);
  });

  it('are requested again after a failure', async () => {
    const sealed = await secrets.seal('org_1', 'secret');
    server.throttling = true;
    await expect(secrets.open('org_1', sealed)).rejects.toMatchObject({
      name: 'ThrottlingException',
    });
    server.throttling = false;
    expect(await secrets.open('org_1', sealed)).toBe('secret');
  });
});
