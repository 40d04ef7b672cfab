import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { CredentialPage } from '#web/pages/credentials/credential.tsx';
import { CredentialsPage } from '#web/pages/credentials/credentials.tsx';
import { addressOf, connectToEmbedded, show } from '../render.tsx';

let product: Embedded;
/** Ids of the credentials that the product starts with here. */
let token: string;
let chat: string;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  const { createCredential } = product.api.credentials;
  const made = await createCredential({
    name: 'Host manager',
    kind: 'bearer',
    hosts: ['api.example.com'],
    secret: 'first secret',
  });
  const webhook = await createCredential({
    name: 'Team chat',
    kind: 'webhook_url',
    secret: 'https://hooks.example.com/T1/B2',
  });
  token = made._id;
  chat = webhook._id;
});

afterAll(() => product.close());

const list = (search = '') =>
  show(<CredentialsPage />, { path: '/credentials', at: `/credentials${search}` });
const form = (id: string) =>
  show(<CredentialPage />, { path: '/credentials/:credential_id', at: `/credentials/${id}` });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });
const fill = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};
const names = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.textContent?.trim() ?? '');
const rowOf = (name: string) =>
  within(
    screen.getAllByRole('row').find((row) => row.textContent?.includes(name)) ?? document.body,
  );

type Shown = ReturnType<typeof show>;

const chooseKind = ({ wrapper }: Shown, kind: string) => {
  const select = wrapper.findSelect();
  act(() => select?.openDropdown());
  act(() => select?.selectOptionByValue(kind));
};

describe('the list of credentials', () => {
  it('tells name, kind and hosts of each, and no secret', async () => {
    const page = list();
    await screen.findByText('Host manager');
    expect(names().sort()).toEqual(['Host manager', 'Team chat']);
    expect(rowOf('Host manager').getByText('Bearer token')).toBeInTheDocument();
    expect(rowOf('Host manager').getByText('api.example.com')).toBeInTheDocument();
    expect(rowOf('Team chat').getByText('hooks.example.com')).toBeInTheDocument();
    expect(page.container.textContent).not.toMatch(/first secret|T1/);
  });

  it('reads its filter from the address, and clears it', async () => {
    const page = list('?kind=webhook_url');
    await screen.findByText('Team chat');
    expect(names()).toEqual(['Team chat']);
    page.unmount();
    const none = list('?regex=nothing&kind=basic');
    await screen.findByText('No credentials match the filter.');
    await press('Clear filters');
    await screen.findByText('Host manager');
    expect(addressOf(none)).toBe('/credentials?page=1');
  });

  it('deletes after saying what then fails', async () => {
    const { createCredential } = product.api.credentials;
    await createCredential({
      name: 'To be deleted',
      kind: 'signing_secret',
      hosts: ['a.example.com'],
      secret: 's',
    });
    list();
    await press('Actions for To be deleted');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Bots that still use it fail at that node/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Credential deleted');
    await waitFor(() => expect(names()).not.toContain('To be deleted'));
  });
});

describe('the form of a new credential', () => {
  it('says at once everything that is missing', async () => {
    form('new');
    await press('Create credential');
    expect(screen.getByText('Please enter name')).toBeVisible();
    expect(screen.getByText('Enter the secret.')).toBeVisible();
    expect(screen.getByText(/Write each host as api.example.com/)).toBeVisible();
    await waitFor(() => expect(field('Name')).toHaveFocus());
  });

  it('stores a secret, and tells where it went', async () => {
    const page = form('new');
    fill('Name', 'Ticket system');
    chooseKind(page, 'basic');
    fill('User name', 'robot');
    fill('Password', 'a password');
    fill('Host 1', 'Tickets.Example.com:8443');
    await press('Create credential');
    await screen.findByText('Credential created');
    expect(addressOf(page)).toBe('/credentials');
    const { items } = await product.api.credentials.listCredentials({ regex: 'Ticket' });
    expect(items).toMatchObject([
      { kind: 'basic', username: 'robot', hosts: ['tickets.example.com:8443'] },
    ]);
  });

  it.each([
    ['basic', 'User name', 'Password', 'Enter the user name.'],
    ['header', 'Header', 'Secret', 'Enter the name of the header.'],
    ['query', 'Query parameter', 'Secret', 'Enter the name of the query parameter.'],
  ])('of kind %s asks for %s and %s', async (kind, own, secret, sentence) => {
    chooseKind(form('new'), kind);
    expect(field(secret)).toHaveAttribute('type', 'password');
    fireEvent.blur(field(own));
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('takes no hosts for a webhook, whose address says them', async () => {
    const page = form('new');
    fill('Name', 'Another chat');
    chooseKind(page, 'webhook_url');
    expect(screen.queryByRole('button', { name: 'Add host' })).toBeNull();
    fill('Webhook address', 'hooks.example.com');
    expect(screen.getByText(/Enter the address as https/)).toBeVisible();
    fill('Webhook address', 'https://hooks.example.com/T1/B3');
    await press('Create credential');
    await screen.findByText('Credential created');
  });

  it("puts the server's refusal on its field, and keeps what was entered", async () => {
    const page = form('new');
    fill('Name', 'Host manager');
    fill('Token', 'other');
    fill('Host 1', 'api.example.com');
    await press('Create credential');
    await screen.findByText('A credential with this name already exists.');
    expect(field('Token')).toHaveValue('other');
    expect(addressOf(page)).toBe('/credentials/new');
  });
});

describe('the form of an existing credential', () => {
  const open = async (id: string) => {
    const page = form(id);
    await screen.findByRole('button', { name: 'Save credential' });
    return page;
  };

  it('shows no secret, and keeps the stored one where it stays blank', async () => {
    await open(token);
    expect(field('Token')).toHaveValue('');
    expect(field('Kind')).toHaveAttribute('readonly');
    fill('Name', 'Manager of hosts');
    await press('Save credential');
    await screen.findByText('Credential saved');
    const { name, hosts } = await product.api.credentials.getCredential({ credential_id: token });
    expect({ name, hosts }).toEqual({ name: 'Manager of hosts', hosts: ['api.example.com'] });
  });

  it('asks for the secret again before it goes to a further host', async () => {
    await open(token);
    await press('Add host');
    fill('Host 2', 'evil.example.com');
    await press('Save credential');
    const sentence = 'Enter the secret again: so far it is not sent to evil.example.com.';
    await screen.findByText(sentence);
    await waitFor(() => expect(field('Token')).toHaveFocus());
    fill('Token', 'second secret');
    expect(screen.queryByText(sentence)).toBeNull();
    await press('Save credential');
    await screen.findByText('Credential saved');
  });

  it('says where a webhook leads', async () => {
    await open(chat);
    expect(screen.getByText('hooks.example.com')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add host' })).toBeNull();
  });

  it('asks before changed work is left', async () => {
    const page = await open(token);
    fill('Name', 'Half a thought');
    await page.router.navigate('/bots');
    await screen.findByText('Changes that you have not saved will be lost.');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('Name')).toHaveValue('Half a thought');
  });

  it('that is not there is said so, with a way back', async () => {
    form('crd_nothing');
    await screen.findByText('This credential does not exist, or it was deleted.');
    expect(screen.getByRole('link', { name: 'Go to credentials' })).toBeVisible();
  });
});
