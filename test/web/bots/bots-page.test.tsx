import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotsPage } from '#web/pages/bots/list/bots.tsx';
import { addressOf, connectToEmbedded, show } from '../render.tsx';
import { draw } from './picture.ts';

jest.setTimeout(30_000);

let product: Embedded;
let calm: string;

const create = async (name: string, importance: 'Low' | 'High') => {
  const graph = draw('start -> end');
  const { _id } = await product.api.bots.createBot({ name, importance, graph });
  return _id;
};

beforeAll(async () => {
  // Answers of the server come when they come: React need not be told to expect them.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  product = await openEmbedded();
  connectToEmbedded(product);
  calm = await create('Calm work', 'Low');
  await product.api.bots.publishBot({ bot_id: calm, version: 1 });
  await create('Draft only', 'High');
});

afterAll(() => product.close());

const sample = 'Isolate hosts of severe findings';
const open = async (query = '') => {
  const page = show(<BotsPage />, { path: '/bots', at: `/bots${query}` });
  await screen.findByRole('grid');
  await waitFor(() => expect(screen.queryByText('Loading bots')).toBeNull());
  return page;
};
const names = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.textContent?.trim() ?? '');
const rowOf = (name: string) =>
  screen.getAllByRole('row').find((row) => row.textContent?.includes(name)) ?? document.body;

/** Opens a row's menu and answers its items by name, `(off)` behind those that are disabled. */
const menuOf = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  return screen.findAllByRole('menuitem');
};
const choose = async (name: string, item: string) => {
  const items = await menuOf(name);
  const found = items.find(({ textContent }) => textContent === item);
  await userEvent.click(found ?? document.body);
};

describe('the list of bots', () => {
  it('counts them and says which versions there are', async () => {
    await open();
    expect(names().sort()).toEqual(['Calm work', 'Draft only', sample]);
    await screen.findByText('3 Bots');
    expect(within(rowOf('Draft only')).queryByText('Published v1')).toBeNull();
    expect(within(rowOf('Draft only')).getByText('Draft v1')).toBeTruthy();
    expect(within(rowOf('Calm work')).getByText('Published v1')).toBeTruthy();
    expect(within(rowOf('Calm work')).queryByText('Draft v1')).toBeNull();
  });

  it.each([
    ['?importance=High&status=disabled', ['Draft only']],
    ['?eventType=event_driven', [sample]],
    ['?eventType=on_demand&status=enabled', ['Calm work']],
    ['?eventType=scheduled', []],
    ['?regex=calm%20w', ['Calm work']],
    ['?category=Reliability', []],
    ['?status=nonsense&page=zero', ['Calm work', 'Draft only', sample]],
  ])('reads its filter from the address: %s', async (query, shown) => {
    await open(query);
    await waitFor(() => expect(names().sort()).toEqual(shown));
  });

  it('names the listener whose bots it shows, and shows all again', async () => {
    const page = await open(`?listenerId=${product.sample.listener_id}`);
    await screen.findByText('Listener: Sample findings');
    expect(names()).toEqual([sample]);
    await userEvent.click(screen.getByRole('button', { name: /Show the bots of all listeners/ }));
    expect(addressOf(page)).toBe('/bots?page=1');
  });

  it('says when no bot fits, and clears the filters', async () => {
    const page = await open('?category=Reliability');
    await screen.findByText('No Bots Available with selected filters.');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(addressOf(page)).toBe('/bots?page=1');
  });

  it.each([
    ['Event Driven', '/bots?page=1&eventType=event_driven'],
    ['Scheduled', '/bots?page=1&eventType=scheduled'],
    ['All', '/bots?page=1'],
  ])('keeps the type of trigger in the address: %s', async (type, address) => {
    const page = await open('?page=3&eventType=on_demand');
    await userEvent.click(screen.getByRole('button', { name: type }));
    expect(addressOf(page)).toBe(address);
  });

  it('answers to keys while no field has the focus', async () => {
    const page = await open();
    await userEvent.click(screen.getByRole('searchbox'));
    await userEvent.keyboard('n');
    expect(addressOf(page)).toBe('/bots');
    act(() => screen.getByRole('searchbox').blur());
    await userEvent.keyboard('n');
    expect(addressOf(page)).toBe('/bots/new');
  });
});

describe("a row's menu", () => {
  it.each([
    [sample, ['Run now']],
    ['Draft only', ['Run now', 'Enable']],
    ['Calm work', []],
  ])('of %s has switched off: %j', async (name, off) => {
    await open();
    const items = await menuOf(name);
    const disabled = items.filter((one) => one.getAttribute('aria-disabled') === 'true');
    expect(disabled.map(({ textContent }) => textContent)).toEqual(off);
  });

  it('runs the bot and leads to the run', async () => {
    const page = await open();
    await choose('Calm work', 'Run now');
    await screen.findByText('Execution started for "Calm work"');
    await userEvent.click(screen.getByRole('button', { name: 'View' }));
    expect(addressOf(page)).toMatch(new RegExp(`^/bots/${calm}/executions/exc_`));
  });

  it('disables and enables, in the words of the specification', async () => {
    await open();
    await choose('Calm work', 'Disable');
    await screen.findByText('Calm work Disabled successfully');
    await within(rowOf('Calm work')).findByText('Disabled');
    await choose('Calm work', 'Enable');
    await screen.findByText('Bot enabled successfully');
    await within(rowOf('Calm work')).findByText('Enabled');
  });

  it('deletes after a question', async () => {
    await open();
    await choose('Draft only', 'Delete');
    await screen.findByText('Are you sure you want to delete this Bot?');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Successfully Deleted The Bot');
    await waitFor(() => expect(names()).not.toContain('Draft only'));
  });
});
