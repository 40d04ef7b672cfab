import { integrationChange } from '#lib/domain/integrations/integration.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { selfSigned } from '#test/engine/outgoing/certificate.ts';
import { openScene, refusalFrom } from '../scene.ts';
import {
  apiForm,
  canary,
  changeIntegration,
  connect,
  mask,
  openAsTenant,
} from './api-integration.ts';

const world = openTestDatabase();

const authority = selfSigned('db.example.com').cert.trim();
const other = selfSigned('other.example.com').cert.trim();
const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';

const database = {
  cspName: 'postgres',
  alias: 'Orders',
  values: {
    host: 'db.example.com',
    database: 'app',
    user: 'reader',
    password: canary,
    ca_certificate: authority,
  },
};

const monitors = {
  cspName: 'datadog',
  alias: 'Monitors',
  values: { site: 'datadoghq.com', api_key: canary, application_key: 'another-canary-key' },
};

describe('changing an integration', () => {
  it('refuses a change of an outdated revision, and changes nothing', async () => {
    const scene = openScene(world);
    const { accountId, revision } = await connect(scene);
    const first = { base_revision: revision, groups: ['First'] };
    const saved = await changeIntegration(scene, accountId, first);
    expect(saved.revision).toBe(revision + 1);
    const second = { base_revision: revision, groups: ['Second'], values: { test_path: '/you' } };
    const refusal = await refusalFrom(changeIntegration(scene, accountId, second));
    expect([refusal?.status, refusal?.body()]).toEqual([
      409,
      {
        error:
          'Somebody changed this integration after you opened it. Open it again, then change it.',
        field: 'base_revision',
      },
    ]);
    const stored = await scene.integrations.getIntegration(scene.root, { accountId });
    const { test_path } = apiForm.values;
    expect(stored).toMatchObject({ groups: ['First'], values: { test_path } });
    const retry = { ...second, base_revision: saved.revision };
    expect(await changeIntegration(scene, accountId, retry)).toMatchObject({ groups: ['Second'] });
  });

  it('requires the revision that was changed', () => {
    const { error } = integrationChange.safeParse({ alias: 'Renamed' });
    expect(error?.issues).toMatchObject([
      { path: ['base_revision'], message: 'Send the revision that you changed.' },
    ]);
  });

  it.each([
    ['another certificate', other],
    ['a further certificate', `${authority}\n${other}`],
    ['no certificate', ''],
  ])('requires the secret again to trust %s', async (_, ca_certificate) => {
    const scene = openScene(world);
    const { accountId } = await connect(scene, database);
    const fields = { alias: database.alias };
    const withoutSecret = { ...fields, values: { ca_certificate } };
    const refusal = await refusalFrom(changeIntegration(scene, accountId, withoutSecret));
    expect([refusal?.status, refusal?.body()]).toEqual([
      400,
      {
        error: 'Enter the secret again, because other certificates will be trusted.',
        field: 'password',
      },
    ]);
    const withSecret = { ...fields, values: { ca_certificate, password: 'entered-again' } };
    await changeIntegration(scene, accountId, withSecret);
    expect((await openAsTenant(scene, accountId))?.values.password).toBe('entered-again');
  });

  it('keeps the secret where the CA certificate is the same', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene, database);
    const values = { ca_certificate: `${authority}\n`, database: 'other' };
    await changeIntegration(scene, accountId, { alias: database.alias, values });
    expect((await openAsTenant(scene, accountId))?.values.password).toBe(canary);
  });

  it.each([
    ['CA certificate cannot be read. Paste the complete certificate.', broken],
    [
      'Certificate 2 of CA certificate cannot be read. Paste the complete certificate.',
      `${authority}\n${broken}`,
    ],
  ])('refuses an unreadable certificate: %s', async (error, ca_certificate) => {
    const values = { ...database.values, ca_certificate };
    const refusal = await refusalFrom(connect(openScene(world), { ...database, values }));
    expect([refusal?.status, refusal?.body()]).toEqual([400, { error, field: 'ca_certificate' }]);
  });

  it('removes an optional secret by its name, but no required secret', async () => {
    const scene = openScene(world);
    const { accountId, credentials } = await connect(scene, monitors);
    expect(credentials).toEqual({ api_key: mask, application_key: mask });
    const remove = (...removed: string[]) =>
      changeIntegration(scene, accountId, {
        alias: monitors.alias,
        values: { application_key: '' },
        removed,
      });
    expect((await remove()).credentials).toEqual(credentials);
    for (const name of ['api_key', 'nothing']) {
      const refusal = await refusalFrom(remove(name));
      expect([refusal?.status, refusal?.body().field]).toEqual([400, name]);
    }
    expect((await remove('application_key')).credentials).toEqual({ api_key: mask });
    const integration = await openAsTenant(scene, accountId);
    expect(integration?.values).toEqual({ site: 'datadoghq.com', api_key: canary });
  });
});
