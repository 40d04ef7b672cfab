import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import type { Handling } from '#lib/domain/listeners/listener-event.schema.ts';
import { authConfigs } from '#lib/domain/listeners/listener.schema.ts';
import { ListenerEventsPage } from '#web/pages/listeners/events.tsx';
import { ListenersPage } from '#web/pages/listeners/listeners.tsx';
import { ListenerWizardPage } from '#web/pages/listeners/wizard.tsx';
import { type Embedded, openEmbedded } from '../../support/embedded.ts';
import { eventually } from '../../support/eventually.ts';
import { finding, sendSampleEvent } from '../../support/findings.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, holdCalls, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

const openList = (search: string) =>
  renderPage(<ListenersPage />, { path: '/listeners', at: `/listeners${search}` });
const openWizard = (id: string) =>
  renderPage(<ListenerWizardPage />, { path: '/listeners/:listener_id', at: `/listeners/${id}` });
const openEvents = (search = '') =>
  renderPage(<ListenerEventsPage />, {
    path: '/listeners/view/:listener_id',
    at: `/listeners/view/${product.sample.listener_id}${search}`,
  });

type Shown = ReturnType<typeof renderPage>;

const field = (name: string) => screen.getByRole('textbox', { name });

const fill = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};

const names = ({ wrapper }: Shown): string[] =>
  (wrapper.findTable()?.findRows() ?? []).map(
    (row) => row.find('th')?.getElement().textContent?.trim() ?? '',
  );

describe('the list of listeners', () => {
  it('shows the name of each listener and whether it was called', async () => {
    const { listeners } = product.api;
    const auth_configs = authConfigs.parse({ auth_type: 'signature', headers: {} });
    const quiet = { name: 'Quiet', description: 'Nobody sends yet', auth_configs };
    const { _id: listener_id } = await listeners.createListener(quiet);
    const page = openList('');
    await screen.findByText('Sample findings');
    expect(names(page)).toEqual(['Quiet', 'Sample findings']);
    expect(screen.getAllByText(/^(Called|Not called yet)$/).map((one) => one.textContent)).toEqual([
      'Not called yet',
      'Called',
    ]);
    await listeners.deleteListener({ listener_id });
    expect(document.title).toBe('Listeners | Cloudwarden');
  });

  it('rotates a secret and reports an address that lacks its secret', async () => {
    const { listeners } = product.api;
    const auth_configs = authConfigs.parse({ auth_type: 'secret_in_query', query_param: {} });
    const details = { name: 'By query', description: 'Its secret is in the address', auth_configs };
    const { _id: listener_id } = await listeners.createListener(details);
    const page = openList('');
    await screen.findByText('By query');
    const menu = page.wrapper.findTable()?.findRows()[0]?.findButtonDropdown();
    act(() => menu?.openDropdown());
    act(() => menu?.findItemById('rotate')?.click());
    const dialog = within(await screen.findByRole('dialog'));
    await act(async () => dialog.getByLabelText(/^The old one ends now/).click());
    await act(async () => dialog.getByRole('button', { name: 'Rotate' }).click());
    await screen.findByText(/\?secret=[0-9a-f]{64}$/);
    const secretDialog = within(await screen.findByRole('dialog'));
    expect(secretDialog.queryByText(/^The secret is missing/)).toBeNull();
    const rotated = await listeners.getListener({ listener_id });
    expect(rotated).not.toHaveProperty('previous_secret_until');
    await clickWhenEnabled('Close');
    page.unmount();
    await listeners.rotateListenerSecret({ listener_id });
    renderPage(<ListenerEventsPage />, {
      path: '/listeners/view/:listener_id',
      at: `/listeners/view/${listener_id}`,
    });
    await screen.findByText(/^The secret is missing: add/);
    expect(screen.getByRole('button', { name: 'Rotate secret' })).toBeVisible();
    await screen.findByText(/^The old secret is accepted until/);
    await clickWhenEnabled('End old secret');
    const question = within(await screen.findByRole('dialog'));
    await act(async () => question.getByRole('button', { name: 'End now' }).click());
    await waitFor(() => expect(screen.queryByText(/^The old secret is accepted until/)).toBeNull());
    await listeners.deleteListener({ listener_id });
  });

  it('stays open during a rotation and shows the new secret', async () => {
    const { listeners } = product.api;
    const auth_configs = authConfigs.parse({ auth_type: 'signature', headers: {} });
    const details = { name: 'Hasty', description: 'Its secret takes a while', auth_configs };
    const { _id: listener_id } = await listeners.createListener(details);
    const page = openList('');
    await screen.findByText('Hasty');
    const menu = page.wrapper.findTable()?.findRows()[0]?.findButtonDropdown();
    act(() => menu?.openDropdown());
    act(() => menu?.findItemById('rotate')?.click());
    const dialog = within(await screen.findByRole('dialog'));
    const release = holdCalls(product);
    await act(async () => dialog.getByRole('button', { name: 'Rotate' }).click());
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(cancel).toBeDisabled());
    act(() => createWrapper().findModal()?.findDismissButton().click());
    act(() => createWrapper().findModal()?.keydown({ key: 'Escape', keyCode: 27 }));
    expect(dialog.getByRole('button', { name: 'Rotate' })).toBeVisible();
    release();
    await screen.findByText(/^This secret is shown only now/);
    await clickWhenEnabled('Close');
    await listeners.deleteListener({ listener_id });
  });

  it('shows in the dialog why a secret was not rotated', async () => {
    const { listeners } = product.api;
    const auth_configs = authConfigs.parse({ auth_type: 'signature', headers: {} });
    const details = { name: 'Vanishing', description: 'Deleted by another', auth_configs };
    const { _id: listener_id } = await listeners.createListener(details);
    const page = openList('');
    await screen.findByText('Vanishing');
    const menu = page.wrapper.findTable()?.findRows()[0]?.findButtonDropdown();
    act(() => menu?.openDropdown());
    act(() => menu?.findItemById('rotate')?.click());
    const dialog = within(await screen.findByRole('dialog'));
    await listeners.deleteListener({ listener_id });
    await act(async () => dialog.getByRole('button', { name: 'Rotate' }).click());
    const alertBox = within(await dialog.findByRole('alert'));
    expect(alertBox.getByText('The secret was not rotated.')).toBeVisible();
    expect(alertBox.getByText(/does not exist, or it was deleted/)).toBeVisible();
    await act(async () => dialog.getByRole('button', { name: 'Cancel' }).click());
    expect(screen.queryByText('The secret was not rotated.')).toBeNull();
  });

  it('refuses invalid search texts without a call and shows the reason', async () => {
    const page = openList('');
    await screen.findByText('Sample findings');
    const search = screen.getByRole('searchbox', { name: 'Find listeners by name' });
    const sent = jest.spyOn(globalThis, 'fetch');
    fireEvent.change(search, { target: { value: 'a%' } });
    await screen.findByText('Special characters are not allowed');
    fireEvent.change(search, { target: { value: 'a' } });
    await screen.findByText('Enter at least 2 characters.');
    const searched = expect.stringContaining('regex=');
    expect(sent).not.toHaveBeenCalledWith(searched, expect.anything());
    sent.mockRestore();
    expect(addressOf(page)).toBe('/listeners');
  });

  it('searches by the text in the address and offers to clear it', async () => {
    const page = openList('?regex=nothing&page=1');
    await screen.findByText('No listeners match the filter.');
    await clickWhenEnabled('Clear filters');
    await screen.findByText('Sample findings');
    expect(addressOf(page)).toBe('/listeners?page=1');
  });

  it('names the bots that will stop before a listener is deleted', async () => {
    const { wrapper } = openList('');
    await screen.findByText('Sample findings');
    const menu = wrapper.findButtonDropdown();
    act(() => menu?.openDropdown());
    act(() => menu?.findItemById('delete')?.click());
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Bots that are triggered by this listener will stop/)).toBeVisible();
    await dialog.findByRole('link', { name: 'Isolate hosts of severe findings' });
  });

  it('deletes a listener and shows the remaining list', async () => {
    const listener = await product.api.listeners.createListener({
      name: 'To be deleted',
      description: 'x',
      auth_configs: { auth_type: 'secret_in_header', headers: {} },
    });
    const page = openList('?regex=to be deleted');
    await screen.findByText(listener.name);
    const menu = page.wrapper.findButtonDropdown();
    act(() => menu?.openDropdown());
    act(() => menu?.findItemById('delete')?.click());
    const dialog = within(await screen.findByRole('dialog'));
    await act(async () => dialog.getByRole('button', { name: 'Delete' }).click());
    await screen.findByText('Listener Successfully Deleted');
    await screen.findByText('No matches');
  });
});

describe('the wizard for a new listener', () => {
  const next = () => clickWhenEnabled('Create listener');

  it('shows missing values and focuses the first field', async () => {
    openWizard('new');
    await next();
    expect(screen.getByText('Please enter name')).toBeVisible();
    expect(screen.getByText('Please enter description')).toBeVisible();
    await waitFor(() => expect(field('Webhook name')).toHaveFocus());
  });

  it.each([
    ['ab', 'The name needs 3 to 100 characters.'],
    ['a  bc', 'The name cannot contain two spaces in a row.'],
    ['ab_c', 'Use letters, digits, hyphens and spaces only.'],
    ['-abc', 'The name must start and end with a letter or digit.'],
    ['Listener one', "The name cannot start with 'listener'."],
  ])('refuses the name %j: %s', (name, sentence) => {
    openWizard('new');
    fill('Webhook name', name);
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('shows the fields of the chosen authentication and warns of secrets in addresses', () => {
    const { wrapper } = openWizard('new');
    const choose = (value: string) =>
      act(() => wrapper.findTiles()?.findInputByValue(value)?.click());
    expect(field('Signature header')).toHaveValue('x-hub-signature-256');
    expect(field('Signature prefix')).toHaveValue('sha256=');
    choose('secret_in_header');
    expect(field('Secret header')).toHaveValue('x-secret-key');
    choose('secret_in_query');
    expect(field('Query parameter')).toHaveValue('secret');
    expect(screen.getByText(/A secret in an address leaks/)).toBeVisible();
  });

  it('allows at most 2 additional headers and 5 payload fields', async () => {
    const { wrapper } = openWizard('new');
    const add = async (text: string, times: number) => {
      for (let added = 0; added < times; added += 1) await clickWhenEnabled(text);
      expect(screen.getByRole('button', { name: text })).toHaveAttribute('aria-disabled', 'true');
    };
    await add('Add header', 2);
    act(() => wrapper.findExpandableSection()?.findExpandButton().click());
    await add('Add field', 5);
  });

  it("shows the server's refusal only at its field and focuses the field", async () => {
    openWizard('new');
    fill('Webhook name', 'Sample findings');
    fill('Description', 'Again');
    await next();
    const sentence = 'A listener with this name already exists.';
    expect(await screen.findAllByText(sentence)).toHaveLength(1);
    expect(screen.queryByText('The listener was not saved.')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Webhook name' })).toHaveFocus();
  });

  it('shows the secret once, with an example call, and cannot go back', async () => {
    const { wrapper } = openWizard('new');
    fill('Webhook name', 'Made in a test');
    fill('Description', 'x');
    await next();
    await screen.findByText('Listener Successfully Created');
    expect(screen.getByText(/This secret is shown only now/)).toBeVisible();
    expect(screen.getByText(/cannot be used in a bot until it has been called/)).toBeVisible();
    const filter = { regex: 'Made in a test' };
    const { items } = await act(() => product.api.listeners.listListeners(filter));
    const text = wrapper.getElement().textContent ?? '';
    expect(text).toContain(items[0]?.webhook_url);
    expect(text).toContain('openssl dgst -sha256 -hmac');
    expect(text).toMatch(/SECRET='[0-9a-f]{64}'/);
    expect(screen.getByRole('button', { name: 'Back' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Test' })).toBeEnabled();
  });
});

describe('the wizard for an existing listener', () => {
  it('keeps the name, saves other values and rotates the secret only on request', async () => {
    const { listener_id } = product.sample;
    const { wrapper } = openWizard(listener_id);
    const name = await screen.findByRole('textbox', { name: 'Webhook name' });
    expect(name).toHaveAttribute('readonly');
    fill('Description', 'Changed in a test');
    await clickWhenEnabled('Save listener');
    await screen.findByText('Listener Successfully Updated');
    const changed = await act(() => product.api.listeners.getListener({ listener_id }));
    expect(changed.description).toBe('Changed in a test');
    expect(wrapper.getElement().textContent).toContain("SECRET='your-secret'");
    await clickWhenEnabled('Rotate secret');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('The old one ends in 24 hours')).toBeVisible();
    await act(async () => dialog.getByRole('button', { name: 'Rotate' }).click());
    await waitFor(() => expect(wrapper.getElement().textContent).toMatch(/SECRET='[0-9a-f]{64}'/));
    await clickWhenEnabled('Close');
    await screen.findByText(/^The old secret is accepted until/);
  });

  it("refuses to overwrite another user's change", async () => {
    const { listeners } = product.api;
    const authOf = (additional_headers: object[]) =>
      authConfigs.parse({ auth_type: 'signature', headers: { additional_headers } });
    const details = { name: 'Shared', description: 'Two people edit it', auth_configs: authOf([]) };
    const { _id: listener_id } = await listeners.createListener(details);
    const page = openWizard(listener_id);
    await screen.findByRole('textbox', { name: 'Webhook name' });
    const { name: _, ...change } = details;
    const stricter = authOf([{ name: 'x-team', value: 'hunter2' }]);
    await listeners.updateListener({ ...change, listener_id, auth_configs: stricter });
    fill('Description', 'Clearer');
    await clickWhenEnabled('Save listener');
    await screen.findByText(/^Somebody changed this listener after you opened it/);
    expect(field('Description')).toHaveValue('Clearer');
    const storedListener = await listeners.getListener({ listener_id });
    expect(JSON.stringify(storedListener.auth_configs)).toContain('x-team');
    page.unmount();
    openWizard(listener_id);
    expect(await screen.findByDisplayValue('x-team')).toBeVisible();
    await listeners.deleteListener({ listener_id });
  });

  it('reports a missing listener', async () => {
    openWizard('lst_nothing');
    await screen.findByText('This listener does not exist, or it was deleted.');
    expect(screen.getByRole('link', { name: 'Go to listeners' })).toBeVisible();
  });
});

describe('the events of a listener', () => {
  /** Sends an event, and waits until it was handled: the 202 is returned earlier. */
  const sendTo = async (expected: Handling, ...findingArgs: Parameters<typeof finding>) => {
    const { body } = await sendSampleEvent(product, finding(...findingArgs));
    const eventKey = { listener_id: product.sample.listener_id, event_id: body.event_id };
    await eventually(
      () => product.api.listeners.getListenerEvent(eventKey),
      ({ handling }) => handling === expected,
    );
  };

  beforeAll(async () => {
    await sendTo('started', 'fnd-high');
    await sendTo('started', 'fnd-low', 'LOW');
  });

  it('include a count of refused calls with the last reason', async () => {
    const { listener_id } = product.sample;
    const { webhook_url } = await product.api.listeners.getListener({ listener_id });
    const { status } = await fetch(webhook_url, { method: 'POST', body: '{}' });
    expect(status).toBe(401);
    openEvents();
    await screen.findByText('1 call refused in the last 24 hours');
    expect(screen.getAllByText(/The header x-[a-z0-9-]+ is missing/)).toHaveLength(2);
  });

  it('are shown with columns for their payload fields', async () => {
    const { wrapper } = openEvents();
    await screen.findByText('fnd-high');
    const cells = wrapper.findTable()?.findColumnHeaders() ?? [];
    const headers = cells.map((cell) => cell.getElement().textContent);
    expect(headers).toEqual(expect.arrayContaining(['Received', 'Result', 'id', 'title']));
  });

  it('are filtered by the rules in the address', async () => {
    const rules = [{ field: 'severity', operator: 'equals', value: 'LOW' }];
    const filter = encodeURIComponent(JSON.stringify({ match: 'all', rules }));
    const { wrapper } = openEvents(`?query=${filter}`);
    await screen.findByText('fnd-low');
    expect(screen.queryByText('fnd-high')).toBeNull();
    const [token] = wrapper.findPropertyFilter()?.findTokens() ?? [];
    expect(token?.getElement().textContent).toContain('severity = LOW');
    await clickWhenEnabled('Clear filters');
    await screen.findByText('fnd-high');
  });

  it('open beside the list with the runs that they started', async () => {
    const page = openEvents();
    await screen.findByText('fnd-high');
    const rows = page.wrapper.findTable()?.findRows() ?? [];
    const row = rows.find((one) => one.getElement().textContent?.includes('fnd-high'));
    await act(async () =>
      within(row?.getElement() ?? document.body)
        .getByRole('button')
        .click(),
    );
    expect(addressOf(page)).toMatch(/event=evt_/);
    await screen.findByText('SHA-256 of the body');
    const run = screen.getByRole('link', { name: /^exc_/ });
    expect(run).toHaveAttribute('href', expect.stringMatching(/^#\/bots\/executions\/exc_/));
  });

  it('show why they started no run, and can be replayed together', async () => {
    const { bots } = product.api;
    const { items } = await bots.listBots({ number_of_items: 100 });
    const enabledBots = items.filter(({ status }) => status === 'enabled');
    for (const { _id: bot_id } of enabledBots)
      await bots.setBotStatus({ bot_id, status: 'disabled' });
    await sendTo('unheard', 'fnd-unheard');
    for (const { _id: bot_id } of enabledBots)
      await bots.setBotStatus({ bot_id, status: 'enabled' });
    const page = openEvents('?handling=unheard');
    await screen.findByText('fnd-unheard');
    expect(screen.queryByText('fnd-high')).toBeNull();
    const row = screen.getByText('fnd-unheard').closest('tr') ?? document.body;
    await act(async () => within(row).getByRole('button').click());
    await screen.findByText('No enabled bot was triggered by this listener at that time.');
    await act(async () => within(row).getByRole('checkbox').click());
    const [first] = screen.getAllByRole('button', { name: 'Replay' });
    await act(async () => first?.click());
    await screen.findByText(/starts every enabled bot that waits for this listener/);
    const dialog = screen.getByRole('dialog', { name: 'Replay 1 event' });
    await act(async () => within(dialog).getByRole('button', { name: 'Replay' }).click());
    await screen.findByText('1 event replayed: they are handled like new events');
    const { listener_id } = product.sample;
    await eventually(
      () => product.api.listeners.listListenerEvents({ listener_id, number_of_items: 10 }),
      ({ items: all }) => all[0]?.handling === 'started',
    );
    page.unmount();
  });
});
