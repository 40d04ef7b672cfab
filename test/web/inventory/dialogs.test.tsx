import { useState } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScannedIntegration } from '#lib/domain/inventory/schedules/scan-schedule.schema.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { Page } from '#lib/kernel/page.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { draw } from '#test/support/drawing.ts';
import { eventually } from '#test/support/eventually.ts';
import { inventory } from '#web/api/inventory.ts';
import { queryKey } from '#web/api/use-call.ts';
import { setPreference } from '#web/app/preferences.ts';
import { takeDraft, takeTask } from '#web/app/draft-handover.ts';
import { complianceUrl } from '#web/pages/inventory/compliance/compliance-url.ts';
import { CompliancePage } from '#web/pages/inventory/compliance/compliance.tsx';
import { CreateBot } from '#web/pages/inventory/compliance/create-bot.tsx';
import { ruleColumns } from '#web/pages/inventory/compliance/rule-columns.tsx';
import { RuleDetails } from '#web/pages/inventory/compliance/rule-details.tsx';
import { scansQuery, scansUrl } from '#web/pages/inventory/executions/scans-url.ts';
import { InventoryPage } from '#web/pages/inventory/inventory.tsx';
import { ScanSchedulesPage } from '#web/pages/inventory/schedule/schedules.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

const cluster = sampleId('kubernetes-cluster');

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  const { addSampleEstate, getInventoryExecution, startInventoryExecution } = product.api.inventory;
  await addSampleEstate({});
  const { _id: execution_id } = await startInventoryExecution({ integration_id: cluster });
  await eventually(
    () => getInventoryExecution({ execution_id }),
    ({ state }) => state === 'SUCCEEDED',
    60_000,
  );
}, 120_000);

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const choose = async (field: RegExp, option: string | RegExp) => {
  await clickWhenEnabled(field);
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

describe('the scan schedule of an integration', () => {
  it('is created, changed and disabled in its dialog', async () => {
    setPreference('time_zone', 'Asia/Kolkata');
    renderPage(<ScanSchedulesPage />, { at: `/?accountId=${cluster}` });
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Schedule of Sample Kubernetes cluster' }),
    );
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Scan times are in Asia\/Kolkata/)).toBeVisible();
    const save = within(dialog).getByRole('button', { name: 'Schedule' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    await choose(/^Interval/, 'Day');
    await choose(/^Compliance checks/, 'NSA');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await screen.findByText('Schedule enabled');
    const saved = async () => {
      const { items } = await product.api.inventory.listInventorySchedules({ accountId: cluster });
      return items[0]?.schedule;
    };
    expect(await saved()).toMatchObject({ compliance_checks: ['NSA'] });
    await clickWhenEnabled(/^Schedule of Sample Kubernetes cluster: /);
    await choose(/^Interval/, '12 Hour');
    await clickWhenEnabled('Save');
    await screen.findByText('Schedule saved');
    expect(await saved()).toMatchObject({
      cron_expression: expect.stringMatching(/^\d+ \d+,\d+ \* \* \*$/),
      compliance_checks: ['NSA'],
    });
    await userEvent.click(screen.getByRole('checkbox', { name: /^Schedule of/ }));
    await clickWhenEnabled('Disable');
    await screen.findByText('Schedule disabled');
  });
});

describe('the Compliance page', () => {
  const open = (query = '') => renderPage(<CompliancePage />, { path: '/', at: `/?${query}` });

  it('is filtered by its cards and by the age of findings', async () => {
    const page = open();
    await clickWhenEnabled(/^Failed \(Critical\): \d+ rules, \d+ results$/);
    await waitFor(() => expect(addressOf(page)).toContain('criticality=alarm'));
    await clickWhenEnabled(/^All: /);
    await clickWhenEnabled('Filters');
    await choose(/^Open for at least/, '30 days');
    await waitFor(() => expect(addressOf(page)).toContain('openDays=30'));
    await screen.findByText('No matches');
  });

  it('shows its filters, and removes them singly or with their integration type', async () => {
    const page = open(`integrationType=kubernetes&integrationId=${cluster}&criticality=alarm`);
    await clickWhenEnabled('Remove the filter Result: Failed (Critical)');
    await waitFor(() => expect(addressOf(page)).not.toContain('criticality'));
    await screen.findByText('Account: Sample Kubernetes cluster');
    await clickWhenEnabled('Remove the filter Type: Kubernetes');
    await waitFor(() => expect(addressOf(page)).toBe('/?pageNumber=1'));
  });

  it('reports an unknown filter in the address and removes it', async () => {
    const page = open('criticality=zzz&rule=nope');
    await screen.findByText(/criticality=zzz/);
    await screen.findByText('Rule not found');
    await clickWhenEnabled('Remove criticality=zzz');
    await waitFor(() => expect(addressOf(page)).toBe('/?rule=nope&pageNumber=1'));
  });

  it('shows that accounts are being scanned and links to the scans', async () => {
    const { queries } = open();
    const key = queryKey(inventory.listInventorySchedules, { number_of_items: 100 });
    const listed = () => queries.getQueryData<Page<ScannedIntegration>>(key);
    await waitFor(() => expect(listed()?.items).toHaveLength(5));
    const scanning = { execution_id: 'sca_1', state: 'IN_PROGRESS' as const };
    const items = listed()?.items.map((one) =>
      one.accountId === cluster ? { ...one, scanning } : one,
    );
    // A scan of samples may be over before the page asks.
    act(() => void queries.setQueryData(key, { items }));
    await screen.findByText(/^Scanning 1 of 5 accounts/);
    expect(screen.getByRole('link', { name: 'View scans' })).toHaveAttribute(
      'href',
      '#/inventory/executions?status=IN_PROGRESS',
    );
  });

  it('shows how many controls of a benchmark its rules cover', async () => {
    open('integrationType=kubernetes&benchmarkType=NSA');
    await clickWhenEnabled('Filters');
    const { items } = await product.api.compliance.listBenchmarkTypes({
      integration_type: 'kubernetes',
    });
    const { covered = 0 } = items.find(({ benchmark }) => benchmark === 'NSA') ?? {};
    expect(covered).toBeGreaterThan(0);
    await screen.findByText(new RegExp(`: ${covered} controls covered`));
  });

  it('creates a bot from a rule or without a rule', async () => {
    const { items } = await product.api.compliance.listComplianceRules({
      integration_type: 'kubernetes',
      criticality: 'alarm',
      number_of_items: 100,
    });
    const found = items.find(({ fix }) => fix?.kind === 'action');
    if (!found) throw new Error('No rule that an action corrects has found anything.');
    const page = open(`rule=${found.rule_id}`);
    await screen.findByText(found.description);
    const [ofNone, ofRule] = await screen.findAllByRole('button', { name: 'Create Bot' });
    if (!ofNone || !ofRule) throw new Error('No bot can be made.');
    await userEvent.click(ofRule);
    await waitFor(() => expect(addressOf(page)).toBe('/bots/new?ref=compliance'));
    const draft = takeDraft();
    expect(draft?.name).toBe(`Fix ${found.rule_id}`);
    const fix = draft?.graph.nodes.find(({ type }) => type === 'rest_api_action');
    expect(fix?.settings).toMatchObject({
      action: found.fix?.id,
      integration: { id: cluster },
    });
    expect(JSON.stringify(draft?.graph.nodes[0]?.settings)).toContain(found.rule_id);
    page.unmount();

    const secondPage = open();
    const [first] = await screen.findAllByRole('button', { name: 'Create Bot' });
    if (!first) throw new Error('No bot can be made.');
    await userEvent.click(first);
    await waitFor(() =>
      expect(addressOf(secondPage)).toBe('/bots/new?panel=ai-builder&ref=compliance'),
    );
    expect(takeDraft()).toBeUndefined();
  });

  it('hands a rule without a fix to the AI builder when a model is connected', async () => {
    const { items } = await product.api.compliance.listComplianceRules({
      integration_type: 'kubernetes',
      criticality: 'alarm',
      number_of_items: 100,
    });
    const rule = items.find(({ fix }) => !fix);
    if (!rule) throw new Error('Every rule that has found something has a fix.');
    const { accountId } = await product.api.integrations.createIntegration({
      cspName: 'openai',
      alias: 'Our models',
      groups: ['Platform'],
      values: { api_key: 'sk-nobody', models: 'gpt-5' },
    });
    const page = open(`rule=${rule.rule_id}`);
    await screen.findByText(/Create Bot opens the AI builder/);
    const [, ofRule] = await screen.findAllByRole('button', { name: 'Create Bot' });
    await userEvent.click(ofRule ?? document.body);
    await waitFor(() => expect(addressOf(page)).toBe('/bots/new?panel=ai-builder&ref=compliance'));
    const draft = takeDraft();
    expect(draft?.graph.nodes.map(({ type }) => type)).toEqual(['start']);
    expect(draft?.graph.nodes[0]?.settings).toMatchObject({ rules: [rule.rule_id] });
    const task = takeTask();
    expect(task?.text).toContain(rule.title);
    const taskData = JSON.parse(task?.enclosed.text ?? '{}');
    expect(taskData.rule.remediation).toBe(rule.remediation);
    expect(taskData.event_that_starts_the_bot.resources.length).toBeGreaterThan(0);
    await product.api.integrations.deleteIntegration({ accountId });
  });

  it('reports a page number past the end and links to the first page', async () => {
    const page = open('pageNumber=99');
    await screen.findByText('There is no page 99');
    await clickWhenEnabled('Go to the first page');
    await waitFor(() => expect(addressOf(page)).toContain('pageNumber=1'));
    await waitFor(() => expect(screen.queryByText('There is no page 99')).toBeNull());
  });

  it('opens the library for a rule whose findings a template corrects', async () => {
    const { items } = await product.api.compliance.listComplianceRules({ number_of_items: 1 });
    const [rule] = items;
    if (!rule) throw new Error('There is no rule.');
    const fix = { kind: 'library', id: 'start-stopped-trails' } as const;
    const page = renderPage(<CreateBot rule={{ ...rule, fix }} integrationId={cluster} />);
    await clickWhenEnabled('Create Bot');
    await waitFor(() =>
      expect(addressOf(page)).toBe(
        `/library?bot=start-stopped-trails&rule=${rule.rule_id}&account=${cluster}`,
      ),
    );
  });

  it('clears the selected resources of a rule when the filter changes', async () => {
    const { items } = await product.api.compliance.listComplianceRules({
      integration_type: 'kubernetes',
      criticality: 'alarm',
      number_of_items: 1,
    });
    const [rule] = items;
    if (!rule) throw new Error('No rule has found anything.');
    const Narrowed = () => {
      const [url, setUrl] = useState(complianceUrl.parse({}));
      return (
        <>
          <button onClick={() => setUrl({ ...url, criticality: 'alarm' })}>Narrow</button>
          <RuleDetails rule={rule} url={url} onException={() => undefined} />
        </>
      );
    };
    renderPage(<Narrowed />);
    const first = async () => (await screen.findAllByRole('checkbox', { name: /^Select .*\// }))[0];
    await userEvent.click((await first()) ?? document.body);
    expect(await first()).toBeChecked();
    await clickWhenEnabled('Narrow');
    await waitFor(async () => expect(await first()).not.toBeChecked());
  });

  it('marks rules that the last scan did not evaluate or read completely', async () => {
    const { items } = await product.api.compliance.listComplianceRules({ number_of_items: 1 });
    const [rule] = items;
    if (!rule) throw new Error('There is no rule.');
    const asked_at = '2026-03-01T12:00:00.000Z';
    const not_asked = [{ integration_id: cluster, alias: 'Sample cluster', asked_at }];
    const at = { integration_id: cluster, alias: 'Sample cluster' };
    const problem = 'The table kubernetes_pod was only partially read.';
    const incompleteRule = {
      ...rule,
      not_asked,
      incomplete: [{ ...at, problem }],
      run_errors: [{ ...at, message: 'The table kubernetes_role could not be read.', asked_at }],
    };
    const columns = ruleColumns(() => undefined);
    renderPage(
      <>
        {columns[0]?.cell(incompleteRule)}
        <RuleDetails
          rule={incompleteRule}
          url={complianceUrl.parse({})}
          onException={() => undefined}
        />
      </>,
    );
    expect(screen.getByText('Not evaluated by the last scan')).toBeVisible();
    expect(screen.getByText('Not evaluated by the last scan of Sample cluster')).toBeVisible();
    expect(screen.getByText('Incomplete scan')).toBeVisible();
    expect(screen.getByText(new RegExp(problem))).toBeVisible();
    expect(
      screen.getByText(/^The table kubernetes_role .* Shown are the results of/),
    ).toBeVisible();
    await screen.findByRole('columnheader', { name: 'Last seen' });
  });
});

describe('the address of an inventory page', () => {
  it.each([
    ['{"resource_type":', /Not valid JSON/],
    [
      '{"resource_type":"aws_s3_bucket","match":{"all":[{"column":"name","operator":"like"}]}}',
      /There is no such operator, at "match\.all\.0\.operator"/,
    ],
    ['{"resource_type":"buckets"}', /There is no such resource type, at "resource_type"/],
  ])('reports the problem of an invalid search: %s', async (text, sentence) => {
    renderPage(<InventoryPage />, {
      path: '/inventory',
      at: `/inventory?searchMQ=${encodeURIComponent(text)}`,
    });
    await screen.findByText('The search in this address is not valid');
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('accepts one bound of the start date of scans', () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    const day = '2026-02-01T00:00:00.000Z';
    const startDate = String(Date.parse(day));
    const queryFor = (url: object) => scansQuery(scansUrl.parse(url), now);
    expect(queryFor({ startDate }).startDate).toBe(day);
    expect(queryFor({ endDate: startDate })).toMatchObject({ endDate: day });
    expect(queryFor({ startDate: 'soon' }).startDate).toBeUndefined();
  });
});

describe('the sample accounts', () => {
  it('are removed after a confirmation that names the bots that use them', async () => {
    const sampleNames = ['aws-production', 'aws-sandbox'] as const;
    const integrations = sampleNames.map((name) => ({ type: 'aws', id: sampleId(name) }));
    const sql = 'select arn as id from aws_s3_bucket';
    const graph = draw('start -> list:steampipe_query -> end', { list: { sql, integrations } });
    await product.api.bots.createBot({ name: 'Weekly buckets', graph });
    renderPage(<ScanSchedulesPage />);
    await clickWhenEnabled('Remove sample accounts');
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Bots use the sample accounts');
    expect(within(dialog).getByRole('link', { name: 'Weekly buckets' })).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await screen.findByText('The sample accounts were removed');
    const { items } = await product.api.inventory.listInventorySchedules({});
    expect(items).toEqual([]);
  });
});
