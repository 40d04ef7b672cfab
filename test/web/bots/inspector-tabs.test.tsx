import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { useParams } from 'react-router';
import { users } from '#web/api/users.ts';
import { BotPage, NewBotPage } from '#web/pages/bots/bot.tsx';
import { ace } from '#web/components/code/ace.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const allPermissions = { '*': true } as const;
const readPermissions = { 'read_*': true } as const;

const canvas = () => screen.getByRole('region', { name: /^Graph of/ });
const node = (name: string) => within(canvas()).getByRole('group', { name: new RegExp(name) });

const openBot = async (name: string) => {
  const graph = draw('start -> wait:delay -> ask:http_request -> end');
  const bot = await product.api.bots.createBot({ name, graph });
  const page = renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
  await screen.findByRole('heading', { name: new RegExp(name) });
  return { bot, page };
};

describe('the Test tab of a node', () => {
  it('explains a dry run and keeps its switch when the tab changes', async () => {
    await openBot('Rehearsed');
    fireEvent.click(node('HTTP request: ask'));
    await userEvent.click(await screen.findByRole('tab', { name: 'Test' }));
    const dryRun = () => screen.findByRole('checkbox', { name: 'Dry run' });
    expect(await dryRun()).toBeChecked();
    screen.getByText('Reads data, but only reports what it would change or send.');
    await userEvent.click(await dryRun());
    await userEvent.click(screen.getByRole('tab', { name: 'Settings' }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Test' }));
    expect(await dryRun()).not.toBeChecked();
  });

  it('refuses tests of actions without the permission and shows why', async () => {
    const graph = draw('start -> act:rest_api_action -> end');
    const acting = graph.nodes.find(({ id }) => id === 'act');
    if (acting) acting.settings['action'] = 'aws.stop_instances';
    const bot = await product.api.bots.createBot({ name: 'Tested in part', graph });
    const at = `/bots/${bot._id}`;
    const { queries } = renderPage(<BotPage />, { path: '/bots/:bot_id', at });
    await screen.findByRole('heading', { name: /Tested in part/ });
    fireEvent.click(node('Action: act'));
    await userEvent.click(await screen.findByRole('tab', { name: 'Test' }));
    const button = await screen.findByRole('button', { name: 'Test this node only' });
    expect(button).not.toHaveAttribute('aria-disabled');
    const me = await product.api.users.getCurrentUser({});
    const policies = {
      ALLOW: { bot: allPermissions, bot_execution: allPermissions, action: readPermissions },
      DENY: {},
    };
    const roles = [{ _id: 'role_1', name: 'Author', policies }];
    const author = { ...me, userType: 'SUBUSER' as const, roles };
    act(() => void queries.setQueryData([users.getCurrentUser.routeKey, {}], author));
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(button).toHaveTextContent(
      'Your role Author does not let you test actions (test_action).',
    );
  });
});

describe('invalid JSON of a node', () => {
  const editorIn = async ({ container }: { container: HTMLElement }) => {
    const found = () => createWrapper(container).findCodeEditor()?.findEditor()?.getElement();
    await waitFor(() => expect(found()).toBeTruthy());
    const element = found();
    if (!element) throw new Error('There is no editor.');
    return ace.edit(element);
  };

  let typed = 0;
  const typeWrongly = async (onOpen?: (bot_id: string) => Promise<unknown>) => {
    const { bot, page } = await openBot(`Half typed ${(typed += 1)}`);
    await onOpen?.(bot._id);
    fireEvent.click(node('Delay: wait'));
    await userEvent.click(await screen.findByRole('tab', { name: 'JSON' }));
    (await editorIn(page)).setValue('{ "name": "wa');
    await screen.findByText(/^This is not JSON/);
    return { bot, page };
  };

  it('prevents a save and is kept when another node is selected', async () => {
    const { bot, page } = await typeWrongly();
    await screen.findByText('Unsaved changes');
    fireEvent.click(node('HTTP request: ask'));
    await screen.findByLabelText('URL');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^The JSON of "wait" is not valid\./);
    expect((await editorIn(page)).getValue()).toBe('{ "name": "wa');
    expect((await product.api.bots.getBot({ bot_id: bot._id })).draft_version).toBe(1);
  });

  it('is kept when the node is renamed', async () => {
    const { page } = await typeWrongly();
    const name = screen.getByLabelText('Name');
    fireEvent.blur((await editorIn(page)).textInput.getElement());
    await userEvent.clear(name);
    await userEvent.type(name, 'pause{Enter}');
    await waitFor(() => node('Delay: pause'));
    expect((await editorIn(page)).getValue()).toBe('{ "name": "wa');
    screen.getByText(/^This is not JSON/);
  });

  it('prevents the creation of a new bot', async () => {
    const page = renderPage(<NewBotPage />, { path: '/bots/:bot_id', at: '/bots/new' });
    await userEvent.click(await screen.findByRole('option', { name: /^Delay/ }));
    await userEvent.click(await screen.findByRole('tab', { name: 'JSON' }));
    (await editorIn(page)).setValue('{ "name": "wa');
    await screen.findByText(/^This is not JSON/);
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bot settings' }));
    await screen.findByText(/^The JSON of "Delay" is not valid\./);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('prevents saving a deleted bot as a new bot', async () => {
    const { bot, page } = await typeWrongly((bot_id) => product.api.bots.deleteBot({ bot_id }));
    fireEvent.click(node('HTTP request: ask'));
    await screen.findByText(/^Somebody deleted this bot/);
    await userEvent.click(screen.getByRole('button', { name: 'Save as a new bot' }));
    await screen.findByText(/^The JSON of "wait" is not valid\./);
    expect(addressOf(page)).toContain(bot._id);
  });

  it('is named as the only loss in the dialog on leaving the page', async () => {
    const { page } = await typeWrongly();
    await screen.findByText('Unsaved changes');
    const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const leave = async () => {
      // The guard is armed after the draft shows that it has changes.
      await waitFor(() => expect(isGuarded()).toBe(true));
      await page.router.navigate('/listeners');
      return screen.findByRole('dialog', { name: 'Leave page' });
    };
    const dialog = await leave();
    expect(dialog).toHaveTextContent('The JSON that you typed for "wait" is not valid: it is lost');
    expect(dialog).not.toHaveTextContent('This browser keeps');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(node('HTTP request: ask'));
    await userEvent.type(await screen.findByLabelText('URL'), 'https://api.example.com');
    expect(await leave()).toHaveTextContent('Your other changes are not saved. This browser keeps');
  });

  it('is discarded on request', async () => {
    const { page } = await typeWrongly();
    await screen.findByText('Unsaved changes');
    await userEvent.click(screen.getByRole('button', { name: 'Discard what I typed' }));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(JSON.parse((await editorIn(page)).getValue())).toHaveProperty('name', 'wait');
  });
});

describe('an issue of a setting', () => {
  const issues = () => screen.queryByRole('heading', { name: /^Issues/ });

  it('is shown once: in the list of issues, then at its field after focus is lost', async () => {
    await openBot('Without a URL');
    fireEvent.click(node('HTTP request: ask'));
    const url = await screen.findByLabelText('URL');
    await screen.findByText('URL: Enter a URL.');
    fireEvent.focus(url);
    fireEvent.blur(url);
    await waitFor(() => expect(issues()).toBeNull());
    expect(screen.getAllByText(/Enter a URL\./)).toHaveLength(1);
  });
});

/** Both pages, as in the console's routes. */
const Bots = () => (useParams()['bot_id'] === 'new' ? <NewBotPage /> : <BotPage />);

describe('the first save of a new bot', () => {
  it('asks for the name and keeps the selection, tab and history', async () => {
    const page = renderPage(<Bots />, { path: '/bots/:bot_id', at: '/bots/new' });
    await userEvent.click(await screen.findByRole('option', { name: /^Delay/ }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Test' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create bot' });
    await waitFor(() => expect(within(dialog).getByLabelText('Name')).toHaveFocus());
    await userEvent.keyboard('Saved once{Enter}');
    await screen.findByRole('button', { name: 'Test this node only' });
    expect(addressOf(page)).toMatch(/^\/bots\/bot_/);
    expect(canvas().querySelector('.selected')).toHaveTextContent('Delay');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled();
  });
});
