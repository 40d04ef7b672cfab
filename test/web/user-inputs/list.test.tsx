import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { askForInput } from '#test/support/ask-for-input.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import { UserInputsPage } from '#web/pages/user-inputs/user-inputs.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { exportShownList } from '../saved-files.ts';

let product: Embedded;

const rootEmail = 'root@cloudwarden.local';
const inputs = [{ id: 'reason', label: 'Reason' }];

/** Oldest first: mine, which expires last; one for others, submitted; one for everybody. */
const createUserInputs = async () => {
  const ask = (internal_name: string, bot: string, extraFields: object) =>
    askForInput(product, { internal_name, inputs, ...extraFields }, bot);
  await ask('For me', 'Onboard', {
    authorizers: [rootEmail, 'ada@example.com'],
    expires_in_minutes: 900,
  });
  const submittedId = await ask('For ada', 'Offboard', { authorizers: ['ada@example.com'] });
  await ask('For all', 'Offboard again', { expires_in_minutes: 30 });
  const submission = { user_input_id: submittedId, values: { reason: 'Done' } };
  await product.api['user-inputs'].submitUserInput(submission);
};

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  await createUserInputs();
});
afterAll(() => product.close());

const open = async (query = '') => {
  const page = renderPage(<UserInputsPage />, { path: '/user-input', at: `/user-input${query}` });
  await waitFor(() => expect(screen.queryByText('Loading user inputs')).toBeNull());
  const table = () => {
    const found = page.wrapper.findTable();
    if (!found) throw new Error('There is no table.');
    return found;
  };
  const column = (index: number) =>
    table()
      .findRows()
      .map(
        (_row, row) =>
          table()
            .findBodyCell(row + 1, index)
            ?.getElement().textContent,
      );
  return { ...page, table, column };
};

describe('the inbox of user inputs', () => {
  it('shows every form with its status and authorizers, newest first', async () => {
    const { column } = await open();
    await screen.findByText('You');
    expect(column(1)).toEqual(['For all', 'For ada', 'For me']);
    expect(column(2)).toEqual(['Pending', 'Resolved', 'Pending']);
    expect(column(3)).toEqual(['Offboard again', 'Offboard', 'Onboard']);
    expect(column(4)).toEqual([
      'No authorizersEverybody who may answer user inputs',
      'ada@example.com',
      `${rootEmail} Youada@example.com`,
    ]);
    expect(column(6)).toEqual([
      expect.stringMatching(/^2\d min$/),
      'Resolved',
      expect.stringMatching(/^14 h 5\d min$/),
    ]);
  });

  it('links to the form and to the run that asks', async () => {
    const { items } = await product.api['user-inputs'].listUserInputs({ status: 'RESOLVED' });
    const [one] = items;
    await open('?status=RESOLVED');
    const link = screen.getByRole('link', { name: 'For ada' });
    expect(link).toHaveAttribute('href', `#/user-input/${one?._id}`);
    await act(async () => screen.getByRole('button', { name: 'Actions for For ada' }).click());
    const action = (name: string) => screen.getByRole('menuitem', { name });
    expect(action('Open')).toHaveAttribute('href', `#/user-input/${one?._id}`);
    expect(action('Open Execution')).toHaveAttribute(
      'href',
      `#/bots/${one?.bot_id}/executions/${one?.bot_exc_id}?mode=execute`,
    );
  });

  it.each([
    ['?status=PENDING', ['For all', 'For me']],
    ['?bot_name=offboard', ['For all', 'For ada']],
    ['?authorizer=Self', ['For me']],
    ['?authorizer=ada@example.com&status=PENDING', ['For me']],
    ['?number_of_items=2&page_number=2', ['For me']],
    ['?status=nonsense&authorizer=x&page_number=zero', ['For all', 'For ada', 'For me']],
    ['?sort=expires_in', ['For all', 'For me', 'For ada']],
    ['?sort=-expires_in', ['For ada', 'For me', 'For all']],
  ])('reads its state from the address: %s', async (query, names) => {
    const { column } = await open(query);
    expect(column(1)).toEqual(names);
  });

  it('sorts by expiry and keeps the order in the address', async () => {
    const page = await open();
    const header = () => page.table().findColumnSortingArea(6);
    await act(async () => header()?.click());
    expect(addressOf(page)).toBe('/user-input?sort=expires_in');
    expect(page.column(1)).toEqual(['For all', 'For me', 'For ada']);
    await act(async () => header()?.click());
    expect(addressOf(page)).toBe('/user-input?sort=-expires_in');
    expect(page.column(1)).toEqual(['For ada', 'For me', 'For all']);
  });

  it('filters by forms that name the signed-in user', async () => {
    const page = await open('?page_number=2');
    const [, authorizer] = page.wrapper.findAllSelects();
    act(() => authorizer?.openDropdown());
    await act(async () => authorizer?.selectOptionByValue('Self'));
    expect(addressOf(page)).toBe('/user-input?page_number=1&authorizer=Self');
    await waitFor(() => expect(page.column(1)).toEqual(['For me']));
  });

  it('is exported with the people who may submit each form', async () => {
    await open('?status=pending&bot_name=Onboard');
    const { name, lines } = await exportShownList();
    expect(name).toBe('user-inputs.csv');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^For me,Onboard,,Pending,/);
    expect(lines[1]).toContain(`,${rootEmail}; ada@example.com,`);
  });

  it('searches by bot name on Ok and clears the search on Reset', async () => {
    const page = await open('?page_number=2&status=PENDING');
    const field = screen.getByRole('searchbox', { name: 'Bot Name' });
    const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
    fireEvent.change(field, { target: { value: 'on_board' } });
    await press('Ok');
    expect(screen.getByText('Special characters are not allowed')).toBeTruthy();
    fireEvent.change(field, { target: { value: ' onboard ' } });
    expect(addressOf(page)).toBe('/user-input?page_number=2&status=PENDING');
    await press('Ok');
    expect(addressOf(page)).toBe('/user-input?page_number=1&status=PENDING&bot_name=onboard');
    await waitFor(() => expect(page.column(1)).toEqual(['For me']));
    await press('Reset');
    expect(addressOf(page)).toBe('/user-input?page_number=1&status=PENDING');
    await waitFor(() => expect(page.column(1)).toEqual(['For all', 'For me']));
    expect(field).toHaveProperty('value', '');
  });

  it('loads again on Refetch', async () => {
    await open();
    const before = screen.getByText(/^Last updated/).textContent;
    await waitFor(async () => {
      await act(async () => screen.getByRole('button', { name: 'Refetch' }).click());
      expect(screen.getByText(/^Last updated/).textContent).not.toBe(before);
    });
  });
});

describe('the inbox of a service portal user', () => {
  it('shows no links to bots and runs', async () => {
    const email = 'pia@example.com';
    await askForInput(product, { internal_name: 'For Pia', inputs, authorizers: [email] }, 'Hire');
    const { token } = await inviteAndSignIn(product, { email, name: 'Pia', userType: 'SP_USER' });
    connectToEmbedded(product, undefined, async () => token);
    await open();
    expect(await screen.findByText('Hire')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Hire' })).toBeNull());
    await act(async () => screen.getByRole('button', { name: 'Actions for For Pia' }).click());
    expect(screen.getByRole('menuitem', { name: 'Open' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Open Execution' })).toBeNull();
    connectToEmbedded(product);
  });
});
