import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { ScanView } from '#lib/domain/inventory/scans/scan.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { openLoopback } from '#test/support/loopback.ts';
import { CompliancePage } from '#web/pages/inventory/compliance/compliance.tsx';
import { CancelScan } from '#web/pages/inventory/executions/cancel-scan.tsx';
import { scansQuery, scansUrl } from '#web/pages/inventory/executions/scans-url.ts';
import { InventoryPage } from '#web/pages/inventory/inventory.tsx';
import { ScanSchedulesPage } from '#web/pages/inventory/schedule/schedules.tsx';
import { addressOf, connectToEmbedded, show } from '../render.tsx';

const cluster = sampleId('kubernetes-cluster');

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  const { inventory } = product.api;
  await inventory.addSampleEstate({});
  const { _id: execution_id } = await inventory.startInventoryExecution({
    integration_id: cluster,
  });
  await eventually(
    () => inventory.getInventoryExecution({ execution_id }),
    ({ state }) => state === 'SUCCEEDED',
    60_000,
  );
}, 120_000);

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

const choose = async (field: RegExp, option: string | RegExp) => {
  await press(field);
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

describe('the schedule of an integration', () => {
  it('is made in its dialog, read and changed there, and ended', async () => {
    show(<ScanSchedulesPage />, { at: `/?accountId=${cluster}` });
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Schedule of Sample Kubernetes cluster' }),
    );
    const dialog = await screen.findByRole('dialog');
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
    await press(/^Schedule of Sample Kubernetes cluster: /);
    await choose(/^Interval/, '12 Hour');
    await press('Save');
    await screen.findByText('Schedule saved');
    expect(await saved()).toMatchObject({
      cron_expression: expect.stringMatching(/^\d+ \d+,\d+ \* \* \*$/),
      compliance_checks: ['NSA'],
    });
    await userEvent.click(screen.getByRole('checkbox', { name: /^Schedule of/ }));
    await press('Disable');
    await screen.findByText('Schedule disabled');
  });
});

describe('the page Compliance', () => {
  const open = (query = '') => show(<CompliancePage />, { path: '/', at: `/?${query}` });

  it('is narrowed by its cards, and by the age of findings', async () => {
    const shown = open();
    await press(/^Critical: \d+ rules, /);
    await waitFor(() => expect(addressOf(shown)).toContain('criticality=alarm'));
    await press(/^All: /);
    await press('Filters');
    await choose(/^Open for at least/, '30 days');
    await waitFor(() => expect(addressOf(shown)).toContain('openDays=30'));
    await screen.findByText('No matches');
  });

  it('says how much of a benchmark its rules serve', async () => {
    open('integrationType=kubernetes&benchmarkType=NSA');
    await press('Filters');
    const { items } = await product.api.compliance.listBenchmarkTypes({
      integration_type: 'kubernetes',
    });
    const { covered = 0 } = items.find(({ benchmark }) => benchmark === 'NSA') ?? {};
    expect(covered).toBeGreaterThan(0);
    await screen.findByText(new RegExp(`rules serve ${covered} of its controls`));
  });

  it('makes a bot of a rule, and one of none', async () => {
    const shown = open();
    const [first] = await screen.findAllByRole('button', { name: 'Create Bot' });
    if (!first) throw new Error('No bot can be made.');
    await userEvent.click(first);
    expect(addressOf(shown)).toBe('/bots/new?ref=compliance');
  });
});

describe('the address of a page', () => {
  it.each([
    ['{"resource_type":', /It is no JSON/],
    [
      '{"resource_type":"aws_s3_bucket","match":{"all":[{"column":"name","operator":"like"}]}}',
      /There is no such operator, at "match\.all\.0\.operator"/,
    ],
    ['{"resource_type":"buckets"}', /There is no such resource type, at "resource_type"/],
  ])('says what is wrong with the search that it holds: %s', async (text, sentence) => {
    show(<InventoryPage />, {
      path: '/inventory',
      at: `/inventory?searchMQ=${encodeURIComponent(text)}`,
    });
    await screen.findByText('The search of this address cannot be read');
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('may name one bound of the start of scans', () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    const day = '2026-02-01T00:00:00.000Z';
    const startDate = String(Date.parse(day));
    const asked = (url: object) => scansQuery(scansUrl.parse(url), now);
    expect(asked({ startDate }).startDate).toBe(day);
    expect(asked({ endDate: startDate })).toMatchObject({ endDate: day });
    expect(asked({ startDate: 'soon' }).startDate).toBeUndefined();
  });
});

describe('a scan under way', () => {
  it('is cancelled once that was confirmed', async () => {
    const asked: string[] = [];
    const server = await openLoopback(({ method, path }) => {
      if (method === 'POST') asked.push(path);
      const headers = {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      };
      return { status: method === 'GET' ? 404 : 200, headers, body: JSON.stringify({}) };
    });
    connectToEmbedded({ url: server.endpoint, api_key: 'key' });
    const scan = { _id: 'iex_1', alias: 'Production', state: 'IN_PROGRESS' } as ScanView;
    show(<CancelScan scan={scan} onCancelled={() => undefined} />);
    await press('Cancel scan');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Production')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel scan' }));
    await waitFor(() => expect(asked).toEqual(['/api/inventory/executions/iex_1/cancel']));
    await server.close();
  });
});
