import '@testing-library/jest-dom';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterEach(cleanup);
afterAll(() => product.close());

let botCount = 0;

const openBot = async () => {
  botCount += 1;
  const name = `Menu ${botCount}`;
  const graph = draw('start -> wait:delay -> end');
  const bot = await product.api.bots.createBot({ name, graph });
  renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
  await screen.findByRole('heading', { name: new RegExp(name) });
};

const canvas = () => screen.getByRole('region', { name: /^Graph of/ });
const node = (name: string) => within(canvas()).getByRole('group', { name: new RegExp(name) });
const menu = (name: string) => screen.findByRole('menu', { name });
const item = (name: string) => screen.getByRole('menuitem', { name: new RegExp(`^${name}`) });
const texts = () =>
  screen.getAllByRole('menuitem').map((one) => one.querySelector('span')?.textContent);

const openNodeMenu = async (name: string) => {
  node(name).focus();
  fireEvent.contextMenu(node(name));
  await menu(name);
};

describe('the menu of a node', () => {
  it('offers all commands for the node and applies them to that node', async () => {
    await openBot();
    await openNodeMenu('wait');
    expect(texts()).toEqual([
      'Settings',
      'Rename',
      'Add a node after it',
      'Run up to here',
      'Test this node only',
      'Pin data',
      'Cut',
      'Copy',
      'Paste',
      'Duplicate',
      'Disable',
      'Delete wait',
    ]);
    expect(item('Rename')).toHaveAttribute('aria-keyshortcuts', 'F2');
    await userEvent.click(item('Duplicate'));
    await within(canvas()).findByRole('group', { name: /wait 2/ });
  });

  it('supports arrow keys and first letters and returns the focus on Esc', async () => {
    await openBot();
    await openNodeMenu('wait');
    expect(item('Settings')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(item('Delete')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(item('Rename')).toHaveFocus();
    await userEvent.keyboard('t');
    expect(item('Test')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(node('wait')).toHaveFocus();
  });

  it('opens the test of the node', async () => {
    await openBot();
    await openNodeMenu('wait');
    await userEvent.click(item('Test this node only'));
    await screen.findByRole('button', { name: 'Test this node only' });
    expect(screen.getByRole('tab', { name: 'Test' })).toHaveAttribute('aria-selected', 'true');
  });

  it('shows why the bot cannot run and stays open on a press', async () => {
    await openBot();
    await openNodeMenu('wait');
    await userEvent.click(item('Disable'));
    await openNodeMenu('wait');
    expect(item('Run up to here')).toHaveTextContent('Save the bot first.');
    await userEvent.click(item('Run up to here'));
    expect(item('Run up to here')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('the menu of the canvas', () => {
  it('selects all nodes, which then have a menu of their own', async () => {
    await openBot();
    const pane = canvas().querySelector('.react-flow__pane') ?? document.body;
    fireEvent.contextMenu(pane);
    await menu('Canvas');
    await userEvent.click(item('Select all'));
    fireEvent.contextMenu(node('wait'));
    await menu('Selection');
    expect(texts()).toContain('Delete selection');
    await userEvent.click(item('Delete selection'));
    await waitFor(() => expect(within(canvas()).queryAllByRole('group')).toEqual([]));
  });

  it('pastes copied nodes without access to the clipboard of the browser', async () => {
    await openBot();
    await openNodeMenu('wait');
    await userEvent.click(item('Copy'));
    const pane = canvas().querySelector('.react-flow__pane') ?? document.body;
    fireEvent.contextMenu(pane);
    await menu('Canvas');
    await userEvent.click(item('Paste'));
    await within(canvas()).findByRole('group', { name: /wait 2/ });
  });
});
