import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { connectionStore } from '#lib/domain/ws/connection.store.ts';
import { scanTable } from '#lib/domain/inventory/scans/scan.table.ts';
import { scanScheduleTable } from '#lib/domain/inventory/schedules/scan-schedule.table.ts';
import { draw } from '../../support/drawing.ts';
import { type Product, tenantId } from '../../support/deployed-product.ts';
import { createUnstartedScan } from '../../support/deployed/unstarted-scan.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const integration_id = sampleId('aws-production');
const past = '2026-01-01T00:00:00.000Z';
const tenMinutes = 10 * 60_000;

const stoppedEvent = ({ environment }: Product, scan_id: string) => ({
  messageId: scan_id,
  body: JSON.stringify({
    source: 'aws.states',
    'detail-type': 'Step Functions Execution Status Change',
    detail: {
      name: scan_id,
      stateMachineArn: JSON.parse(environment('events/run-stopped').STATE_MACHINES ?? '{}')[
        'inventory-run'
      ],
      status: 'FAILED',
      input: JSON.stringify({ tenant_id: tenantId, scan_id }),
      error: 'States.Runtime',
      cause: null,
    },
  }),
});

const setPending = (product: Product, schedule_id: string) =>
  product.rewrite(scanScheduleTable, schedule_id, 'pending', true);

/** The files with the rows of a scan. */
const rowsOf = ({ s3 }: Product, scan_id: string): [path: string, content: Buffer][] =>
  [...s3.objects].filter(([path]) => path.includes(`/${scan_id}.`));

/** Scans of accounts, from the API to the files. */
export const scenario: Scenario = (open) => {
  describe('an integration that is scanned', () => {
    const stateOf = async (execution_id: string) =>
      (await open().api.inventory.getInventoryExecution({ execution_id })).state;

    it('is scanned by its own state machine, several times', async () => {
      const { api, scanner } = open();
      await api.inventory.addSampleEstate({});
      const ids: string[] = [];
      while (ids.length < 3) {
        const { _id } = await api.inventory.startInventoryExecution({ integration_id });
        ids.unshift(_id);
        await scanner.idle();
        const ended = await api.inventory.getInventoryExecution({ execution_id: _id });
        expect(ended).toMatchObject({ state: 'SUCCEEDED', partial: false });
        expect(ended.rows).toBeGreaterThan(5);
      }
      const { items } = await api.inventory.listInventoryExecutions({ integration_id });
      expect(items.slice(0, 3).map(({ _id }) => _id)).toEqual(ids);
      expect(items[0]?.evaluator_result?.resources.alarm).toBeGreaterThan(0);
    });

    it('has findings of rules', async () => {
      const { api } = open();
      const summary = await api.compliance.getComplianceSummary({});
      expect(summary.criticality.alarm.resource_count).toBeGreaterThan(0);
      const [worst] = (await api.compliance.listComplianceRules({ criticality: 'alarm' })).items;
      const { rule_id = '' } = worst ?? {};
      const resources = await api.compliance.listRuleResources({ rule_id, criticality: 'alarm' });
      expect(resources.items).toHaveLength(worst?.counts.alarm ?? 0);
      const today = new Date().toISOString().slice(0, 10);
      const days = { start_date: '2026-01-01', end_date: today };
      const history = await api.compliance.getComplianceHistory(days);
      expect(history.items.length).toBeGreaterThan(0);
    });

    it('has resources that can be searched and exported', async () => {
      const { api } = open();
      const query = { resource_type: 'aws_s3_bucket' };
      const { items } = await api.inventory.listResourceTypes({ integration_type: 'aws' });
      expect(items.find((one) => one.resource_type === query.resource_type)?.resources).toBe(3);
      const found = await api.inventory.searchResources(query);
      expect(found.items).toHaveLength(3);
      const { text } = await api.inventory.exportResources(query);
      expect(text.trimEnd().split('\r\n')).toHaveLength(4);
    });

    it('has tables that people and bots query in a function of their own', async () => {
      const product = open();
      const { api } = product;
      const sql = 'select arn as id, name from aws_s3_bucket where name <> $1';
      const query = { integration_type: 'aws' as const, sql, values: ['none'] };
      const result = await api.inventory.queryInventory({ ...query, limit: 2 });
      expect(result).toMatchObject({ columns: ['id', 'name'], count: 2, truncated: true });
      const graph = draw('start -> ask:steampipe_query -> end', {
        ask: { sql, values: ['{% $event.name %}'] },
      });
      const { _id: bot_id } = await api.bots.createBot({ name: 'Asking', graph });
      const test = { bot_id, node_id: 'ask', event: { name: 'none' } };
      expect(await api.executions.testNode(test)).toMatchObject({ output: { count: 3 } });
      await api.bots.publishBot({ bot_id, version: 1 });
      const { _id: bot_exc_id } = await api.executions.startExecution({
        bot_id,
        input: { name: 'none' },
      });
      await product.runner.idle();
      expect(await product.stateOf(bot_exc_id)).toBe('SUCCEEDED');
      const { output } = await api.executions.getNodeResult({ bot_exc_id, node_id: 'ask' });
      expect(output).toMatchObject({ count: 3, sources: [{ integration_id }] });
    });

    it('has searches that can be saved and deleted', async () => {
      const { inventory } = open().api;
      const query = { resource_type: 'aws_s3_bucket' };
      const { _id: search_id } = await inventory.saveSearch({ name: 'Buckets', query });
      expect((await inventory.listSavedSearches({})).items).toMatchObject([{ _id: search_id }]);
      await inventory.deleteSavedSearch({ search_id });
    });

    it('reports each step to open pages, and forgets closed connections', async () => {
      const product = open();
      const ids = {
        tenant_id: tenantId,
        scan_id: await createUnstartedScan(product, integration_id),
      };
      for (const step of ['plan', 'collect', 'publish'] as const) {
        await product.connect('gone');
        await product.invoke(`inventory/${step}`, { ...ids, table: 'aws_s3_bucket' });
        const openConnections = await connectionStore(product.db, tenantId).all();
        expect(openConnections.filter(({ _id }) => _id === 'gone')).toEqual([]);
      }
      expect(await stateOf(ids.scan_id)).toBe('SUCCEEDED');
    });

    it('is scanned by its schedule, which is deleted with the integration', async () => {
      const product = open();
      const { inventory } = product.api;
      const cron_expression = '30 2 * * *';
      const timetable = { cron_expression, tz_info: 'UTC' };
      const scheduled = { integration_id, ...timetable };
      const { _id: schedule_id } = await inventory.createInventorySchedule(scheduled);
      // Again: the existing schedule is replaced.
      await inventory.createInventorySchedule(scheduled);
      const tick = { kind: 'inventory', tenant_id: tenantId, id: schedule_id, ...timetable };
      const scheduled_time = '2026-03-02T02:30:00Z';
      const fired = await product.invoke('events/schedule-fired', { ...tick, scheduled_time });
      expect(fired).toBe('started');
      await product.scanner.idle();
      await setPending(product, schedule_id);
      await product.invoke('events/reconcile', {});
      product.scheduler.schedules.delete(`inventory-${schedule_id}`);
      await product.invoke('events/reconcile', {});
      expect([...product.scheduler.schedules.keys()]).toContain(`inventory-${schedule_id}`);
      const { items } = await inventory.listInventorySchedules({ status: 'enabled' });
      expect(items.map(({ schedule }) => schedule?._id)).toEqual([schedule_id]);
      await inventory.deleteInventorySchedule({ schedule_id });

      const orphanSchedule = await inventory.createInventorySchedule(scheduled);
      const orphanTick = { ...tick, id: orphanSchedule._id, scheduled_time };
      // As by a process that crashed before it had removed the rest.
      await integrationStore(product.db, tenantId).delete(integration_id);
      expect(await product.invoke('events/schedule-fired', orphanTick)).toBe('ignored');
      await inventory.addSampleEstate({});
      await inventory.createInventorySchedule(scheduled);
      await product.api.integrations.deleteIntegration({ accountId: integration_id });
      expect(await product.invoke('events/schedule-fired', orphanTick)).toBe('ignored');
      await inventory.addSampleEstate({});
    });

    it('has no open scan without a state machine, and no rows of such scans', async () => {
      const product = open();
      const ways = {
        step: (scan_id: string) =>
          product.invoke('inventory/fail', { tenant_id: tenantId, scan_id, error: 'X', cause: '' }),
        rule: (scan_id: string) =>
          product.invoke('events/run-stopped', { Records: [stoppedEvent(product, scan_id)] }),
        sweeper: async (scan_id: string) => {
          await product.rewrite(scanTable, scan_id, 'deadline_at', past);
          await product.invoke('events/sweep', {});
        },
      };
      for (const end of Object.values(ways)) {
        const scan_id = await createUnstartedScan(product, integration_id);
        const ids = { tenant_id: tenantId, scan_id };
        const collect = () =>
          product.invoke('inventory/collect', { ...ids, table: 'aws_s3_bucket' });
        await product.invoke('inventory/plan', ids);
        await collect();
        const storedFiles = rowsOf(product, scan_id);
        expect(storedFiles).toHaveLength(1);
        await product.connect('gone');
        await end(scan_id);
        expect(await stateOf(scan_id)).toBe('FAILED');
        expect(rowsOf(product, scan_id)).toEqual([]);
        // As by an attempt that crashed after its end; the table is reported again.
        for (const [path, content] of storedFiles) product.s3.objects.set(path, content);
        await collect();
        expect(rowsOf(product, scan_id)).toEqual([]);
      }
    });

    it('is scanned even if the process died before the state machine started', async () => {
      const product = open();
      const scan_id = await createUnstartedScan(product, integration_id, tenMinutes);
      await product.invoke('events/sweep', {});
      await product.scanner.idle();
      expect(await stateOf(scan_id)).toBe('SUCCEEDED');
    });

    it('has scans that can be cancelled, and is deleted with the samples', async () => {
      const product = open();
      const { api } = product;
      const execution_id = await createUnstartedScan(product, integration_id);
      const cancelled = await api.inventory.cancelInventoryExecution({ execution_id });
      expect(cancelled.cancelled_by).toBeDefined();
      await api.inventory.removeSampleEstate({});
      await expect(
        api.integrations.getIntegration({ accountId: integration_id }),
      ).rejects.toThrow();
    });
  });
};
