import { widgetTemplates } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { invalidateDaySum } from '../../support/deployed/day-sum.ts';
import { storeIntegration } from '../../support/deployed/integration.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const dayMs = 24 * 3600_000;

const integration_id = sampleId('aws-production');

const values = {
  account_id: '444455556666',
  region: 'eu-west-1',
  role_arn: 'arn:aws:iam::444455556666:role/acme-integration-000000000000000000000000',
  external_id: 'x1',
};

/** Dashboards, and the data that their widgets read. */
export const scenario: Scenario = (open) => {
  describe('a dashboard', () => {
    it('is created, changed and deleted', async () => {
      const { api } = open();
      const { _id: dashboard_id, revision } = await api.dashboards.createDashboard({});
      const title = 'Mine';
      await api.dashboards.updateDashboard({ dashboard_id, revision, title });
      expect(await api.dashboards.getDashboard({ dashboard_id })).toMatchObject({ title });
      await api.dashboards.deleteDashboard({ dashboard_id });
      expect((await api.dashboards.listDashboards({})).items).toHaveLength(1);
    });

    it('shows data of every other area', async () => {
      const product = open();
      const { api, scanner } = product;
      await api.inventory.addSampleEstate({});
      await api.inventory.startInventoryExecution({ integration_id });
      await scanner.idle();
      await api.compliance.createException({
        reason: 'It is a sample.',
        owner: 'Cloud team',
        rule_id: 'aws-s3-bucket-blocks-public-access',
        scope: { kind: 'integration', integration_id },
      });
      const accountId = await storeIntegration(product, 'aws', values);
      await invalidateDaySum(product, Date.now() - 10 * dayMs);
      const widgetData = new Map<string, unknown>();
      for (let at = 0; at < widgetTemplates.length; at += 10) {
        const input = {
          templates: widgetTemplates.slice(at, at + 10),
          dateRange: 'month' as const,
        };
        const { items } = await api.dashboards.getWidgetData(input);
        for (const { template, data, error } of items) widgetData.set(template, data ?? error);
      }
      const runs = widgetData.get('run_history') as { series: { name: string }[] };
      const names = runs.series.map(({ name }) => name);
      expect(names).toEqual(['Succeeded', 'Approved', 'Expired', 'Failed', 'Cancelled']);
      expect(widgetData.get('failing_bots')).not.toMatchObject({ rows: [] });
      expect(widgetData.get('waiting_for_people')).not.toMatchObject({ rows: [] });
      const inventory = widgetData.get('inventory_history') as { series: { name: string }[] };
      expect(inventory.series.map(({ name }) => name)).toContain('AWS');
      expect(widgetData.get('guardduty_severities')).toMatchObject({
        notes: [expect.stringContaining('does not let Cloudwarden assume')],
      });
      await api.integrations.deleteIntegration({ accountId });
      await api.inventory.removeSampleEstate({});
    });
  });
};
