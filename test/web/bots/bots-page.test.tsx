import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, freePort, openEmbedded } from '#test/support/embedded.ts';
import { BotsPage } from '#web/pages/bots/list/bots.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { draw as drawWith } from '#test/support/drawing.ts';
import { draw } from './graph-drawing.ts';

let product: Embedded;
let calmBotId: string;

const create = async (name: string, importance: 'Low' | 'High') => {
  const graph = draw('start -> end');
  const { _id } = await product.api.bots.createBot({ name, importance, graph });
  return _id;
};

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  calmBotId = await create('Calm work', 'Low');
  await product.api.bots.publishBot({ bot_id: calmBotId, version: 1 });
  await create('Draft only', 'High');
});

afterAll(() => product.close());

const sample = 'Isolate hosts of severe findings';
const open = async (query = '') => {
  const page = renderPage(<BotsPage />, { path: '/bots', at: `/bots${query}` });
  await screen.findByRole('grid');
  await waitFor(() => expect(screen.queryByText('Loading bots')).toBeNull());
  return page;
};
const names = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.querySelector('a')?.textContent);
/** Another button in the header changes the column's width. */
const orderByName = async () => {
  const [header] = screen.getAllByRole('button', { name: /^Name/ });
  await userEvent.click(header ?? document.body);
};
const rowOf = (name: string) =>
  screen.getAllByRole('row').find((row) => row.textContent?.includes(name)) ?? document.body;

/** Opens a row's menu and returns its items by name, with `(off)` after disabled ones. */
const openRowMenu = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  return screen.findAllByRole('menuitem');
};
const choose = async (name: string, item: string) => {
  const items = await openRowMenu(name);
  const found = items.find(({ textContent }) => textContent === item);
  await userEvent.click(found ?? document.body);
};

describe('the list of bots', () => {
  it('shows the number of bots and their versions', async () => {
    await open();
    expect(names().sort()).toEqual(['Calm work', 'Draft only', sample]);
    await screen.findByText('3 Bots');
    expect(within(rowOf('Draft only')).queryByText('Published v1')).toBeNull();
    expect(within(rowOf('Draft only')).getByText('Draft v1')).toBeTruthy();
    expect(within(rowOf('Calm work')).getByText('Published v1')).toBeTruthy();
    expect(within(rowOf('Calm work')).queryByText(/[Dd]raft v1/)).toBeNull();
  });

  it('offers every column except the name for hiding', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Table Column Settings' }));
    await screen.findByRole('dialog', { name: 'Table Column Settings' });
    const columns = ['Status', 'Category', 'Importance', 'Actions', 'Cron', 'Run at'];
    const switches = columns.map((name) => screen.getByRole('checkbox', { name }));
    expect(switches.map((one) => (one as HTMLInputElement).checked)).toEqual([
      ...columns.slice(0, 4).map(() => true),
      false,
      false,
    ]);
    expect(screen.getByRole('checkbox', { name: 'Name' })).toBeDisabled();
  });

  it('sorts by importance, lowest first, until a header is pressed', async () => {
    const page = await open();
    expect(names()).toEqual(['Calm work', 'Draft only', sample]);
    await orderByName();
    expect(addressOf(page)).toBe('/bots?sort=name&page=1');
    await orderByName();
    await waitFor(() => expect(names()).toEqual([sample, 'Draft only', 'Calm work']));
    expect(addressOf(page)).toBe('/bots?sort=-name&page=1');
  });

  it('sorts all bots, not only those of the current page', async () => {
    await open('?sort=-importance&itemCount=1&page=3');
    expect(names()).toEqual(['Calm work']);
  });

  it('filters by the id of an integration in the address', async () => {
    const id = `int_${'0'.repeat(32)}`;
    const settings = { call: { url: '/', integration: { type: 'jira', id } } };
    const graph = drawWith('start -> call:http_request -> end', settings);
    const { _id: bot_id } = await product.api.bots.createBot({ name: 'Files a ticket', graph });
    const page = await open(`?integrationId=${id}`);
    expect(names()).toEqual(['Files a ticket']);
    await userEvent.click(screen.getByRole('button', { name: 'Scheduled' }));
    expect(addressOf(page)).toBe(`/bots?integrationId=${id}&eventType=scheduled&page=1`);
    await product.api.bots.deleteBot({ bot_id });
  });

  it('filters by the type of integration', async () => {
    const page = await open();
    await userEvent.click(screen.getByRole('button', { name: /Works with/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Kubernetes' }));
    await screen.findByText('No Bots Available with selected filters.');
    expect(addressOf(page)).toBe('/bots?integrationType=kubernetes&page=1');
  });

  it('marks a bot changed since it was published', async () => {
    const { graph } = await product.api.bots.getBot({ bot_id: calmBotId });
    const saved = { bot_id: calmBotId, name: 'Calm work', importance: 'Low' as const };
    await product.api.bots.updateBot({ ...saved, graph, base_version: 1 });
    await open();
    expect(within(rowOf('Calm work')).getByText('Published v1')).toBeTruthy();
    expect(within(rowOf('Calm work')).getByText('Changed: v2')).toBeTruthy();
    await product.api.bots.publishBot({ bot_id: calmBotId, version: 2 });
  });

  it.each([
    ['?importance=High&status=disabled', ['Draft only']],
    ['?eventType=event_driven', [sample]],
    ['?eventType=on_demand&status=enabled', ['Calm work']],
    ['?eventType=scheduled', []],
    ['?regex=calm%20w', ['Calm work']],
    ['?category=Reliability', []],
    ['?integrationType=aws', []],
    ['?integrationType=nonsense', []],
    ['?status=nonsense&page=zero', ['Calm work', 'Draft only', sample]],
  ])('reads its filters from the address: %s', async (query, visibleBots) => {
    await open(query);
    await waitFor(() => expect(names().sort()).toEqual(visibleBots));
  });

  it('shows the name of the listener filter and removes the filter', async () => {
    const page = await open(`?listenerId=${product.sample.listener_id}`);
    await screen.findByText('Listener: Sample findings');
    expect(names()).toEqual([sample]);
    await userEvent.click(screen.getByRole('button', { name: /Show the bots of all listeners/ }));
    expect(addressOf(page)).toBe('/bots?page=1');
  });

  it('links to the library and clears the filters when no bot matches', async () => {
    const page = await open('?category=Reliability');
    await screen.findByText('No Bots Available with selected filters.');
    const library = screen.getByRole('link', { name: 'Bot Library' });
    expect(library.getAttribute('href')).toBe('#/library');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(addressOf(page)).toBe('/bots?page=1');
  });

  it.each([
    ['Event Driven', '/bots?page=1&eventType=event_driven'],
    ['Scheduled', '/bots?page=1&eventType=scheduled'],
    ['All', '/bots?page=1'],
  ])('stores the type of trigger in the address: %s', async (type, address) => {
    const page = await open('?page=3&eventType=on_demand');
    await userEvent.click(screen.getByRole('button', { name: type }));
    expect(addressOf(page)).toBe(address);
  });

  it('offers the first page when the page number is too high', async () => {
    const page = await open('?page=9');
    await userEvent.click(screen.getByRole('button', { name: 'Go to the first page' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(addressOf(page)).toBe('/bots?page=1');
  });

  it('changes pages with the arrow keys', async () => {
    const page = await open('?itemCount=2');
    expect(names()).toEqual(['Calm work', 'Draft only']);
    await userEvent.keyboard('{ArrowLeft}');
    expect(addressOf(page)).toBe('/bots?itemCount=2');
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(names()).toEqual([sample]));
    expect(addressOf(page)).toBe('/bots?itemCount=2&page=2');
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(names()).toHaveLength(2));
  });

  it('changes pages with the arrow keys after the button was used', async () => {
    await open('?itemCount=2');
    await userEvent.click(screen.getAllByRole('button', { name: 'Next page' })[0] ?? document.body);
    await waitFor(() => expect(names()).toEqual([sample]));
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(names()).toHaveLength(2));
  });

  it('shows that the server cannot be reached and retries', async () => {
    connectToEmbedded({ ...product, url: `http://127.0.0.1:${await freePort()}` });
    await open();
    await screen.findByText("Couldn't connect to the server!");
    expect(screen.getByText('Check your connection, then try again.')).toBeTruthy();
    connectToEmbedded(product);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    await screen.findByText('3 Bots');
  });

  it('reacts to keyboard shortcuts only while no field has the focus', async () => {
    const page = await open();
    await userEvent.click(screen.getByRole('searchbox'));
    await userEvent.keyboard('n');
    expect(addressOf(page)).toBe('/bots');
    act(() => screen.getByRole('searchbox').blur());
    await userEvent.keyboard('n');
    expect(addressOf(page)).toBe('/bots/new');
  });
});

describe('the menu of a bot in the list', () => {
  it('offers all actions in the specified order', async () => {
    await open();
    const items = await openRowMenu('Calm work');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Open',
      'Edit',
      'Run now',
      'Disable',
      'Publish to Service Portal',
      'Export',
      'Share',
      'View runs',
      'Delete',
    ]);
  });

  it.each([
    [sample, ['Run now', 'Publish to Service Portal']],
    ['Draft only', ['Run now', 'Enable', 'Publish to Service Portal']],
    ['Calm work', []],
  ])('disables for %s: %j', async (name, off) => {
    await open();
    const items = await openRowMenu(name);
    const disabled = items.filter((one) => one.getAttribute('aria-disabled') === 'true');
    expect(disabled.map(({ textContent }) => textContent)).toEqual(off);
  });

  it('runs the bot and links to the run', async () => {
    const page = await open();
    await choose('Calm work', 'Run now');
    await screen.findByText('Execution started for "Calm work"');
    // The message disappears soon: a query by role over the whole page takes longer.
    await userEvent.click(screen.getByText('View'));
    expect(addressOf(page)).toMatch(new RegExp(`^/bots/${calmBotId}/executions/exc_`));
  });

  it('publishes to the service portal and unpublishes', async () => {
    await open();
    await choose('Calm work', 'Publish to Service Portal');
    const dialog = await screen.findByRole('dialog', { name: 'Publish to Service Portal' });
    await within(dialog).findByText(/^Everyone who uses the service portal can start/);
    await within(dialog).findByText('Cost of a run on AWS');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await screen.findByText('Published to Service Portal.');
    expect(await product.api.bots.getBot({ bot_id: calmBotId })).toMatchObject({
      service_portal_published: true,
    });
    // Opened once: the menu follows the list, and a second press would close it.
    await openRowMenu('Calm work');
    await userEvent.click(await screen.findByText('Unpublish from Service Portal'));
    await screen.findByText('Unpublished from Service Portal.');
  });

  it('shows why publishing to the service portal failed', async () => {
    const bot = await product.api.bots.createBot({ name: 'Gone', graph: draw('start -> end') });
    await product.api.bots.publishBot({ bot_id: bot._id, version: 1 });
    await open('?regex=gone');
    await product.api.bots.deleteBot({ bot_id: bot._id });
    await choose('Gone', 'Publish to Service Portal');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    await screen.findByText('Failed to publish to Service Portal. Please try again later.');
    expect(screen.getByText('This bot does not exist, or it was deleted.')).toBeTruthy();
  });

  it('copies a link to the bot', async () => {
    userEvent.setup();
    await open();
    await choose('Calm work', 'Share');
    await screen.findByText('Link Copied!');
    expect(await navigator.clipboard.readText()).toMatch(
      new RegExp(`#/bots/${calmBotId}\\?mode=view$`),
    );
  });

  it('disables and enables the bot and confirms both', async () => {
    await open();
    await choose('Calm work', 'Disable');
    await screen.findByText('Calm work Disabled successfully');
    await within(rowOf('Calm work')).findByText('Disabled');
    await choose('Calm work', 'Enable');
    await screen.findByText('Bot enabled successfully');
    await within(rowOf('Calm work')).findByText('Enabled');
  });

  it('deletes the bot after a confirmation', async () => {
    await open();
    await choose('Draft only', 'Delete');
    await screen.findByText('Are you sure you want to delete this Bot?');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Successfully Deleted The Bot');
    await waitFor(() => expect(names()).not.toContain('Draft only'));
  });
});
