import '@testing-library/jest-dom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

let botCount = 0;

/** A bot with a query, whose settings are open. */
const open = async (settings: Record<string, unknown>) => {
  const baseGraph = draw('start -> list:steampipe_query -> end');
  const nodes = baseGraph.nodes.map((one) => (one.id === 'list' ? { ...one, settings } : one));
  const graph = { ...baseGraph, nodes };
  const bot = await product.api.bots.createBot({ name: `Queries ${(botCount += 1)}`, graph });
  renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
  await screen.findByRole('heading', { name: new RegExp(bot.name) });
  const canvas = screen.getByRole('region', { name: /^Graph of/ });
  fireEvent.click(await within(canvas).findByRole('group', { name: /^Inventory query: list/ }));
  await screen.findByText('Tables and columns');
};

const preview = async () => userEvent.click(await screen.findByRole('button', { name: 'Preview' }));

const sql = 'select name, region from aws_s3_bucket order by name';

describe('the form of an Inventory query node', () => {
  it('reports in the preview that no integration of the type exists', async () => {
    await open({ sql });
    await preview();
    await screen.findByText('There is no integration of this type yet. Add one, and scan it.');
  });

  it('disables the preview of an empty query', async () => {
    await open({ sql: '' });
    const button = await screen.findByRole('button', { name: 'Preview' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });

  it('requires data for the preview of expressions', async () => {
    await open({ sql: 'select $1 as one', values: ['{% $event.id %}'] });
    await preview();
    await screen.findByText('Choose saved data first: the values are expressions.');
  });

  it('shows the first rows of the last scan', async () => {
    const { inventory } = product.api;
    await inventory.addSampleEstate({});
    const integration_id = sampleId('aws-production');
    const { _id: execution_id } = await inventory.startInventoryExecution({ integration_id });
    const ended = async () =>
      expect((await inventory.getInventoryExecution({ execution_id })).state).toBe('SUCCEEDED');
    await waitFor(ended, { timeout: 90_000 });
    await open({ sql, integrations: [{ type: 'aws', id: integration_id }] });
    await preview();
    const table = await screen.findByRole('grid', { name: 'First rows' }, { timeout: 60_000 });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(screen.getByText(/^Sample AWS production, scanned/)).toBeVisible();
  }, 300_000);

  const production = [{ type: 'aws', id: sampleId('aws-production') }];

  it('shows the age of the scans', async () => {
    await open({ sql, integrations: production });
    expect(await screen.findByText(/^Sample AWS production: scanned/)).toBeVisible();
  });

  it('shows the source of live data for each account', async () => {
    await open({ sql, mode: 'live', integrations: production });
    expect(await screen.findByText('Sample AWS production: Sample data')).toBeVisible();
    expect(screen.getByText(/^The preview shows the last scan\./)).toBeVisible();
  });

  it('shows that an account has no scan', async () => {
    await open({ sql, integrations: [{ type: 'aws', id: sampleId('aws-sandbox') }] });
    expect(await screen.findByText(/^Sample AWS sandbox: no scan yet\./)).toBeVisible();
  });

  it('requires integrations for a live query', async () => {
    await open({ sql, mode: 'live' });
    const messages = await screen.findAllByText('Choose the integrations to read live.');
    expect(messages.length).toBeGreaterThan(0);
  });

  it('shows why a query has no rows', async () => {
    await open({ sql: 'select nme from aws_s3_bucket' });
    await preview();
    await screen.findByText(/column "nme" does not exist/, {}, { timeout: 60_000 });
  }, 180_000);

  it('lists the tables of its type and the columns of a table', async () => {
    await open({ sql, integration_type: 'kubernetes' });
    await userEvent.click(screen.getByText('Tables and columns'));
    await userEvent.click(await screen.findByRole('button', { name: /^Table\b/ }));
    expect(screen.queryByRole('option', { name: /aws_s3_bucket/ })).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('option', { name: /^kubernetes_ingress/ }));
    const columns = await screen.findByLabelText('Columns of kubernetes_ingress');
    expect(within(columns).getByText('namespace')).toBeVisible();
  });
});
