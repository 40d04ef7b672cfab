import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { takeDraft } from '#web/app/draft-handover.ts';
import { InventoryPage } from '#web/pages/inventory/inventory.tsx';
import { Violations } from '#web/pages/inventory/violations.tsx';
import { ScanPage } from '#web/pages/inventory/executions/scan.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const open = (query?: unknown) =>
  renderPage(<InventoryPage />, {
    path: '/inventory',
    at: query ? `/inventory?searchMQ=${encodeURIComponent(JSON.stringify(query))}` : '/inventory',
  });

const choose = async (field: string, option: string | RegExp) => {
  await clickWhenEnabled(new RegExp(`^${field}`));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

/** Of the account whose scan is awaited; the others may still be in progress. */
const buckets = {
  resource_type: 'aws_s3_bucket',
  integration_ids: [sampleId('aws-production')],
};

const bucketRule = (column: string, operator: string, value: unknown) => ({
  ...buckets,
  match: { all: [{ column, operator, value }] },
});

describe('an inventory without integrations', () => {
  it('offers to connect an integration and to add the sample accounts', async () => {
    open();
    await screen.findByText('Nothing is connected yet');
    expect(screen.getByRole('link', { name: 'Connect an integration' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Search' })).toHaveAttribute('aria-disabled', 'true');
    await clickWhenEnabled('Add sample accounts');
    await screen.findByText('Search the inventory');
    const { listInventoryExecutions } = product.api.inventory;
    await waitFor(
      async () => {
        const integration_id = sampleId('aws-production');
        const { items } = await listInventoryExecutions({ integration_id });
        expect(items[0]?.state).toBe('SUCCEEDED');
      },
      { timeout: 90_000 },
    );
  }, 120_000);
});

describe('the resources of an integration type', () => {
  it('are counted by resource type, with the most frequent first and links', async () => {
    renderPage(<InventoryPage />, { path: '/inventory', at: '/inventory?integrationType=aws' });
    const table = await screen.findByRole('grid', { name: 'Amazon Web Services resources' });
    const rows = within(table).getAllByRole('row').slice(1);
    const counts = rows.map((row) => Number(within(row).getAllByRole('cell').at(-1)?.textContent));
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts.at(-1)).toBeGreaterThan(0);
    const link = within(table).getByRole('link', { name: 'S3 Bucket' });
    const query = encodeURIComponent('{"resource_type":"aws_s3_bucket"}');
    expect(link.getAttribute('href')).toBe(`#/inventory?searchMQ=${query}`);
    expect(screen.getByRole('button', { name: /^Integration type.*Amazon/ })).toBeVisible();
  });
});

describe('an inventory search', () => {
  it('shows the resources found, and all fields of an opened row', async () => {
    open(bucketRule('name', 'starts_with', 'sample-inv'));
    await screen.findByText('sample-invoices');
    expect(screen.queryByText('sample-backups')).toBeNull();
    expect(screen.getByText(/^\d+ integrations?, (oldest scan|scan of)/)).toBeVisible();
    await clickWhenEnabled('Show all of sample-invoices');
    expect(await screen.findByText('{"env":"production"}')).toBeVisible();
  });

  it('searches only the chosen integrations', async () => {
    const search = bucketRule('name', 'is', 'sample-backups');
    const page = open({ ...search, integration_ids: [sampleId('aws-sandbox')] });
    await screen.findByText('No Inventory Resources Found...');
    await clickWhenEnabled(/^Integrations/);
    await userEvent.click(await screen.findByRole('option', { name: 'Sample AWS production' }));
    await clickWhenEnabled('Search');
    await screen.findByText('sample-backups');
    expect(addressOf(page)).toContain(sampleId('aws-production'));
  });

  it('reports integrations that are no longer connected and searches the others', async () => {
    const page = open({ ...buckets, integration_ids: ['int_gone'] });
    await screen.findByText(/^An integration that this search names is no longer connected\./);
    expect(screen.queryByText('No integration of this type is connected.')).toBeNull();
    await clickWhenEnabled('Search all of this type');
    await screen.findByText('sample-backups');
    expect(addressOf(page)).not.toContain('int_gone');
    page.unmount();
    open({ ...buckets, integration_ids: [sampleId('aws-production'), 'int_gone', 'int_lost'] });
    await screen.findByText('sample-backups');
    await screen.findByText('2 integrations that this search names are no longer connected.');
  });

  it('shows that nothing was found', async () => {
    open(bucketRule('name', 'is', 'nothing of the kind'));
    await screen.findByText('No Inventory Resources Found...');
  });

  it('is built from rules and kept in the address', async () => {
    const page = open(buckets);
    await screen.findByText('sample-backups');
    await clickWhenEnabled('Add rule');
    await clickWhenEnabled('Export to CSV');
    await screen.findByText('Choose a column.');
    await clickWhenEnabled('Save search');
    expect(screen.queryByRole('dialog')).toBeNull();
    await clickWhenEnabled('Search');
    await choose('Column', /^versioning_enabled/);
    await clickWhenEnabled('Search');
    await screen.findByText('Choose true or false.');
    await choose('Value', 'False');
    await clickWhenEnabled('Search');
    await waitFor(() => expect(screen.queryByText('sample-invoices')).toBeNull());
    await screen.findByText('sample-backups');
    expect(addressOf(page)).toContain('"column":"versioning_enabled"');
    expect(addressOf(page)).toContain('mode=Search&');
    expect(screen.queryByRole('dialog')).toBeNull();
    await clickWhenEnabled('Add rule');
    await screen.findByText(/^The results below do not reflect these changes/);
    expect(screen.queryByText('Choose a column.')).toBeNull();
  });

  it('without rules is identical in the JSON view', async () => {
    const page = open({ ...buckets, match: { all: [{ column: 'name', operator: 'is_empty' }] } });
    await screen.findByText('No Inventory Resources Found...');
    await clickWhenEnabled(/^Remove rule/);
    await clickWhenEnabled('JSON');
    await clickWhenEnabled('Search');
    await screen.findByText('sample-backups');
    expect(addressOf(page)).not.toContain('match');
  });

  it('shows how many rules a resource fails, and its address names the open one', async () => {
    const page = open(bucketRule('name', 'starts_with', 'sample-'));
    await clickWhenEnabled(/^\d+ failed: violations of sample-backups$/);
    const resourceParam = 'resource=arn:aws:s3:::sample-backups';
    await waitFor(() => expect(addressOf(page)).toContain(resourceParam));
    expect(addressOf(page)).toContain(`integrationId=${sampleId('aws-production')}`);
    await clickWhenEnabled('Search');
    await waitFor(() => expect(addressOf(page)).not.toContain('resource='));
  });

  it('is shown as JSON if it is too deep for the builder', async () => {
    const deep = { all: [{ any: [{ all: [{ column: 'name', operator: 'is_not_empty' }] }] }] };
    open({ ...buckets, match: deep });
    await screen.findByText('sample-backups');
    expect(screen.getByRole('button', { name: 'Builder' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('creates a bot that makes the same query', async () => {
    const page = open(bucketRule('versioning_enabled', 'is', false));
    await screen.findByText('sample-backups');
    await clickWhenEnabled('Create bot from this search');
    await waitFor(() => expect(addressOf(page)).toBe('/bots/new'));
    const draft = takeDraft();
    expect(draft?.name).toBe('S3 Bucket search');
    expect(draft?.graph.nodes[1]).toMatchObject({
      type: 'steampipe_query',
      settings: {
        integration_type: 'aws',
        integrations: [{ type: 'aws', id: sampleId('aws-production') }],
        sql: expect.stringContaining('where ("versioning_enabled" = false)'),
      },
    });
  });

  it('is exported to a CSV file to download', async () => {
    open(buckets);
    await screen.findByText('sample-backups');
    await clickWhenEnabled('Export to CSV');
    expect(await screen.findByText('3 resources, with all of their columns')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled();
  });

  it('is saved under a name, opened again and deleted', async () => {
    const page = open(bucketRule('name', 'is', 'sample-backups'));
    await screen.findByText('sample-backups');
    await clickWhenEnabled('Save search');
    await clickWhenEnabled('Save');
    expect(await screen.findByText('Please enter a name.')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Backups');
    await clickWhenEnabled('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    page.unmount();
    const secondPage = open();
    await clickWhenEnabled('Saved searches');
    await clickWhenEnabled('Backups');
    await screen.findByText('sample-backups');
    expect(addressOf(secondPage)).toContain('"value":"sample-backups"');
    await clickWhenEnabled('Saved searches');
    await clickWhenEnabled('Delete Backups');
    await clickWhenEnabled('Delete');
    expect(await screen.findByText('No saved searches')).toBeVisible();
  });

  it('shows the rule results of a resource, with failures first', async () => {
    const { items } = await product.api.inventory.searchResources(
      bucketRule('name', 'is', 'sample-backups'),
    );
    const [resource] = items;
    if (!resource) throw new Error('The sample has no such bucket.');
    renderPage(<Violations resourceType="aws_s3_bucket" resource={resource} />);
    const title = 'S3 buckets deny requests without TLS';
    expect(await screen.findByRole('link', { name: title })).toHaveAttribute(
      'href',
      `#/inventory/compliance?rule=aws-s3-tls-only&integrationId=${resource.integration_id}`,
    );
    expect(screen.getByRole('link', { name: /^Approvals about this/ })).toHaveAttribute(
      'href',
      `#/approvals?resource=${encodeURIComponent(resource._id)}`,
    );
    const groups = screen.getAllByRole('button', { name: /^(Failed|Passed) / });
    expect(groups.map((one) => one.getAttribute('aria-expanded'))).toEqual(['true', 'false']);
  });

  it('reads a scan whose page shows the results of the rules', async () => {
    const integration_id = sampleId('aws-production');
    const { items } = await product.api.inventory.listInventoryExecutions({ integration_id });
    const result = items[0]?.evaluator_result;
    renderPage(<ScanPage />, {
      path: '/inventory/executions/:execution_id',
      at: `/inventory/executions/${items[0]?._id}`,
    });
    const alarms = `${result?.resources.alarm} failed`;
    expect(await screen.findByRole('link', { name: alarms })).toHaveAttribute(
      'href',
      `#/inventory/compliance?integrationId=${integration_id}&criticality=alarm`,
    );
    const passedText = `${result?.rules} rules, ${result?.resources.ok} results passed`;
    expect(screen.getByText(passedText)).toBeVisible();
    expect(screen.getByText('Compliance rules')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Scan again: Sample AWS/ })).toBeEnabled();
  });

  it('reports that no rule checks a resource', async () => {
    const resource = {
      _id: 'nowhere',
      name: 'nowhere',
      region: '',
      account_id: '',
      integration_type: 'aws' as const,
      integration_id: sampleId('aws-production'),
    };
    renderPage(<Violations resourceType="aws_s3_bucket" resource={resource} />);
    expect(await screen.findByText('No rule says anything about this resource')).toBeVisible();
  });

  it('shows why the search failed and offers a retry', async () => {
    connectToEmbedded({ ...product, url: 'http://127.0.0.1:9' });
    open(buckets);
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
    expect(screen.getByText("Couldn't connect to the server!")).toBeVisible();
  });
});
