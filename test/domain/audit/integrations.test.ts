import { secretFieldsOf } from '#lib/domain/integrations/call.rules.ts';
import { catalogue } from '#lib/domain/integrations/catalogue.ts';
import { withDefaults } from '#lib/domain/integrations/form.rules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { googleKey, sampleValues, variantsOf } from '../../engine/integrations/samples.ts';
import { openTestApi } from '../../lambdas/gateway.ts';
import { openScene } from '../scene.ts';
import { auditRecordsOf } from './audit-records.ts';

const world = openTestDatabase();

const forms = catalogue
  .filter(({ local, auth }) => !local && !['aws_role', 'aws_account'].includes(auth.kind))
  .flatMap((type) =>
    variantsOf(type).map(([name, selection]): [string, typeof type, Record<string, string>] => [
      name,
      type,
      selection,
    ]),
  );

/** Another secret of the same form. */
const otherSecretLike = (value: string): string => {
  if (value === googleKey) return googleKey.replace('key-1', 'key-2');
  if (value.startsWith('{')) return '{"X-Tenant": "canary-tenant-02"}';
  return value.startsWith('https://') ? `${value}-new` : `${value}new`;
};

describe('replacing a secret of an integration', () => {
  it.each(forms)('records the field name, but not the value: %s', async (_, type, selection) => {
    const scene = openScene(world);
    const api = await openTestApi(scene);
    const values = withDefaults(type.form, sampleValues(type, selection));
    const fields = { alias: 'Account one', groups: ['Tests'] };
    const created = await api.call('createIntegration', { cspName: type.name, ...fields, values });
    const { accountId } = created.body;
    let base_revision = 1;
    expect((await auditRecordsOf(scene))[0]).toMatchObject({
      object_id: accountId,
      outcome: 'done',
    });
    for (const field of secretFieldsOf(type, values).filter((name) => values[name])) {
      scene.time.now += 1000;
      const change = { ...values, [field]: otherSecretLike(values[field] ?? '') };
      await api.call('updateIntegration', { accountId, base_revision, ...fields, values: change });
      base_revision += 1;
      const [record] = await auditRecordsOf(scene);
      const hidden = (record?.changes ?? []).filter((one) => one.hidden);
      // The whole form is sent again: each secret in it may have changed.
      expect(hidden.map((one) => one.field)).toContain(`values.${field}`);
      expect(record?.changes?.filter((one) => !one.hidden)).toEqual([]);
      expect(JSON.stringify(record)).not.toContain('canary');
    }
  });

  it('records only that field if only the secret is sent', async () => {
    const scene = openScene(world);
    const api = await openTestApi(scene);
    const fields = { alias: 'Account one', groups: ['Tests'] };
    const created = await api.call('createIntegration', {
      cspName: 'pagerduty',
      ...fields,
      values: sampleValues(catalogue.find(({ name }) => name === 'pagerduty') ?? { form: [] }),
    });
    expect(created.status).toBe(201);
    const [secret = ''] = Object.keys(created.body.credentials as object);
    scene.time.now += 1000;
    const { accountId } = created.body;
    const change = { [secret]: 'canary-one' };
    const sent = { accountId, base_revision: 1, ...fields, values: change };
    await api.call('updateIntegration', sent);
    expect((await auditRecordsOf(scene))[0]?.changes).toEqual([
      { field: `values.${secret}`, hidden: true },
    ]);
  });
});
