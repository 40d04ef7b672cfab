import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
import { RunsPage } from '#web/pages/executions/runs.tsx';
import { runsQuery, runsUrl } from '#web/pages/executions/runs-url.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { exportShownList } from '../saved-files.ts';
import { draw } from '../bots/graph-drawing.ts';

let product: Embedded;

const sample = 'Isolate hosts of severe findings';

/** Oldest first: a waiting run by an event, and an ended one by hand. */
beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  await sendSampleEvent(product, finding('fnd-1'));
  const { bots, executions } = product.api;
  const bot = await bots.createBot({ name: 'Nothing to do', graph: draw('start -> end') });
  await executions.startExecution({ bot_id: bot._id, version: 1 });
  await eventually(
    () => executions.listExecutions({}),
    ({ items }) => items.map(({ state }) => state).join() === 'SUCCEEDED,WAITING_FOR_APPROVAL',
  );
});
afterAll(() => product.close());

const open = async (query = '') => {
  const page = renderPage(<RunsPage />, {
    path: '/bots/executions',
    at: `/bots/executions${query}`,
  });
  await waitFor(() => expect(screen.queryByText('Loading runs')).toBeNull());
  const shown = () => {
    const table = page.wrapper.findTable();
    return (table?.findRows() ?? []).map(
      (_row, index) => table?.findBodyCell(index + 1, 2)?.getElement().textContent,
    );
  };
  return { ...page, shown };
};

const now = Date.now();
const hour = 3600_000;

describe('the list of runs', () => {
  it.each([
    ['', ['Nothing to do', sample]],
    ['?name=nothing', ['Nothing to do']],
    ['?status=WAITING_FOR_APPROVAL', [sample]],
    ['?status=WAITING_FOR_APPROVAL,SUCCEEDED', ['Nothing to do', sample]],
    ['?status=WAITING_FOR_INPUT,FAILED', []],
    ['?bot_type=on_demand_bot', ['Nothing to do']],
    ['?bot_type=event_driven_bot', [sample]],
    ['?bot_type=scheduled_bot', []],
    ['?bot_caller=Self', ['Nothing to do']],
    ['?bot_caller=somebody@example.com', []],
    [`?timeStamp=${now - hour},${now + hour}`, ['Nothing to do', sample]],
    [`?timeStamp=${now - 2 * hour},${now - hour}`, []],
    ['?timeStamp=yesterday&bot_type=x&status=y&page=zero', ['Nothing to do', sample]],
  ])('reads its filters from the address: %s', async (query, names) => {
    const { shown } = await open(query);
    await waitFor(() => expect(shown()).toEqual(names));
  });

  it('stores the chosen filters in the address and returns to the first page', async () => {
    const page = await open('?page=2');
    const [trigger, caller] = page.wrapper.findAllSelects();
    act(() => trigger?.openDropdown());
    await act(async () => trigger?.selectOptionByValue('on_demand_bot'));
    expect(caller?.findTrigger().getElement().textContent).toBe('Started by anybody');
    act(() => caller?.openDropdown());
    await act(async () => caller?.selectOptionByValue('Self'));
    expect(addressOf(page)).toBe('/bots/executions?page=1&bot_type=on_demand_bot&bot_caller=Self');
    await waitFor(() => expect(page.shown()).toEqual(['Nothing to do']));
  });

  it('shows runs of several states', async () => {
    const page = await open('?page=2&status=FAILED');
    const states = page.wrapper.findMultiselect();
    act(() => states?.openDropdown());
    await act(async () => states?.selectOptionByValue('SUCCEEDED'));
    expect(addressOf(page)).toBe('/bots/executions?page=1&status=FAILED,SUCCEEDED');
    await waitFor(() => expect(page.shown()).toEqual(['Nothing to do']));
  });

  it('clears a filter that matches some runs', async () => {
    const page = await open('?status=SUCCEEDED');
    await waitFor(() => expect(page.shown()).toEqual(['Nothing to do']));
    await act(async () => screen.getByRole('button', { name: 'Clear filters' }).click());
    expect(addressOf(page)).toBe('/bots/executions?page=1');
    await waitFor(() => expect(page.shown()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('clears a filter that matches no runs', async () => {
    const page = await open('?bot_type=scheduled_bot&timeStamp=1,2&bot_id=bot_1');
    await act(async () => screen.getByRole('button', { name: 'Clear filters' }).click());
    expect(addressOf(page)).toBe('/bots/executions?page=1');
    await waitFor(() => expect(page.shown()).toHaveLength(2));
  });
});

describe('the exported list of runs', () => {
  const rowsOf = async (query: string) => {
    await open(query);
    const { name, lines } = await exportShownList();
    const columns = lines[0]?.split(',') ?? [];
    return { name, columns, bots: lines.slice(1).map((line) => line.split(',')[0]) };
  };

  it('contains the runs that match the filter', async () => {
    const { name, columns, bots } = await rowsOf('?status=WAITING_FOR_APPROVAL');
    expect(name).toBe('runs.csv');
    expect(columns).toContain('Finished');
    expect(bots).toEqual([sample]);
  });

  it('contains only the runs of the signed-in user if the list does', async () => {
    expect((await rowsOf('?bot_caller=Self')).bots).toEqual(['Nothing to do']);
  });

  it('contains the runs of all pages', async () => {
    expect((await rowsOf('?page=2')).bots).toEqual(['Nothing to do', sample]);
  });
});

describe('the runs of one bot', () => {
  it('are labelled with the bot until the filter is removed', async () => {
    const [{ bot_id } = { bot_id: '' }] = (await product.api.executions.listExecutions({})).items;
    const page = await open(`?bot_id=${bot_id}`);
    await screen.findByText('Bot: Nothing to do');
    await act(async () =>
      screen.getByRole('button', { name: /Show the runs of all bots/ }).click(),
    );
    expect(addressOf(page)).toBe('/bots/executions?page=1');
    await waitFor(() => expect(page.shown()).toHaveLength(2));
  });
});

describe('several selected runs', () => {
  const abort = () => screen.getByRole('button', { name: 'Abort' });
  const select = (name: RegExp) => screen.getByRole('checkbox', { name }).click();

  it('are aborted after a confirmation, with ended runs named', async () => {
    await open();
    await screen.findAllByRole('rowheader');
    expect(abort()).toHaveAttribute('aria-disabled', 'true');
    await act(async () => select(/run of Nothing to do/));
    expect(abort()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Bot runs (1/2)');
    await act(async () => select(/run of Isolate hosts/));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Bot runs (2/2)');
    await act(async () => abort().click());
    await screen.findByRole('dialog', { name: 'Abort 2 runs' });
    await act(async () => screen.getByRole('button', { name: 'Abort runs' }).click());
    await screen.findByText('1 of 2 runs aborted');
    expect(
      screen.getByText(/^Nothing to do, started [\d-]+ [\d:]+ UTC\S*: This run has ended\.$/),
    ).toBeTruthy();
    const { items } = await product.api.executions.listExecutions({ state: 'CANCELLED' });
    expect(items.map(({ bot_name }) => bot_name)).toEqual([sample]);
    await waitFor(() => expect(screen.getAllByText('Cancelled').length).toBeGreaterThan(0));
  });
});

describe('the arrow keys in the list of runs', () => {
  it('change the page', async () => {
    for (let run = 0; run < 9; run += 1) {
      const [{ bot_id } = { bot_id: '' }] = (await product.api.executions.listExecutions({})).items;
      await product.api.executions.startExecution({ bot_id, version: 1 });
    }
    const page = await open();
    await waitFor(() => expect(page.shown()).toHaveLength(10));
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(page.shown()).toEqual([sample]));
    expect(addressOf(page)).toBe('/bots/executions?page=2');
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(page.shown()).toHaveLength(10));
  });
});

describe('a dry run', () => {
  it('is marked as a dry run in the list', async () => {
    const { bots, executions } = product.api;
    const graph = draw('start -> end');
    const { _id: bot_id } = await bots.createBot({ name: 'Rehearsed', graph });
    await executions.startExecution({ bot_id, version: 1, dry_run: true });
    const page = await open(`?bot_id=${bot_id}`);
    await waitFor(() => expect(page.shown()).toEqual(['Rehearsed']));
    expect(screen.getByText('Dry run')).toBeInTheDocument();
  });
});

describe('the query for the list of runs', () => {
  const queryFor = (query: Record<string, string>) =>
    runsQuery(runsUrl.parse(query), 'me@example.com', now);

  it('contains the signed-in user for "Self" in the address', () => {
    expect(queryFor({ bot_caller: 'Self' }).bot_caller).toBe('me@example.com');
    expect(queryFor({ bot_caller: 'ada@example.com' }).bot_caller).toBe('ada@example.com');
  });

  it('contains the start and end of a period in UTC', () => {
    const query = queryFor({ timeStamp: '0,86400000' });
    expect([query.created_from, query.created_to]).toEqual([
      '1970-01-01T00:00:00.000Z',
      '1970-01-02T00:00:00.000Z',
    ]);
  });

  it('contains no filters when only the page is given', () => {
    const filtersOf = (query: Record<string, string>) =>
      Object.values(queryFor(query)).filter((value) => value !== undefined);
    expect(filtersOf({ page: '3' })).toEqual([]);
    expect(filtersOf({ name: 'guard' })).toEqual(['guard']);
  });
});
