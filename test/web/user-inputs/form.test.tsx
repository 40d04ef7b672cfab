import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { askForInput } from '#test/support/ask-for-input.ts';
import { InputForm } from '#web/components/user-inputs/input-form.tsx';
import { UserInputPage } from '#web/pages/user-inputs/user-input.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

const bounds = (value_validation: object) => ({ value_validation });

const inputsOfEveryType = [
  { id: 'account', label: 'Account', required: true, advance: bounds({ min_length: 3 }) },
  { id: 'notes', label: 'Notes', type: 'textarea' },
  { id: 'seats', label: 'Seats', type: 'number', required: true, advance: bounds({ max: 10 }) },
  { id: 'keep', label: 'Keep logs', type: 'boolean' },
  { id: 'region', label: 'Region', type: 'select', required: true, options: ['eu', 'us'] },
  { id: 'zones', label: 'Zones', type: 'multiselect', required: true, options: ['a', 'b', 'c'] },
  { id: 'tags', label: 'Tags', type: 'json', default_value: '{"team":"red"}' },
  { id: 'from', label: 'From', type: 'date' },
];

const ask = (inputs: object[], settings: object = {}) =>
  askForInput(product, { internal_name: 'New account', inputs, ...settings });

const open = async (id: string) => {
  const page = renderPage(<UserInputPage />, {
    path: '/user-input/:user_input_id',
    at: `/user-input/${id}`,
  });
  await screen.findByRole('heading', { level: 1 });
  return page.wrapper;
};

/** The server's data, requested while a page is shown. */
const readUserInput = (user_input_id: string) =>
  act(() => product.api['user-inputs'].getUserInput({ user_input_id }));

const valuesOf = async (id: string) => {
  const { inputs } = await readUserInput(id);
  return Object.fromEntries(inputs.map(({ id, value }) => [id, value]));
};

const field = (label: string) => screen.getByLabelText(label);
const enterText = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const submitButton = () => screen.getByRole('button', { name: /^Submit/ });
const isSubmitDisabled = () => submitButton().getAttribute('aria-disabled') === 'true';
const submit = () => act(async () => submitButton().click());

type Wrapper = Awaited<ReturnType<typeof open>>;

/** Cloudscape's select is not a native element: it is opened and an option chosen. */
const choose = async (wrapper: Wrapper, value: string) => {
  act(() => wrapper.findSelect()?.openDropdown());
  await act(async () => wrapper.findSelect()?.selectOptionByValue(value));
};
const chooseMany = async (wrapper: Wrapper, value: string) => {
  if (!wrapper.findMultiselect()?.findDropdown().findOpenDropdown()) {
    act(() => wrapper.findMultiselect()?.openDropdown());
  }
  await act(async () => wrapper.findMultiselect()?.selectOptionByValue(value));
};

describe('the form of a user input', () => {
  it('shows the message, an input of each type, and which inputs are optional', async () => {
    const wrapper = await open(await ask(inputsOfEveryType, { message: 'Who owns it?' }));
    expect(screen.getByText('Who owns it?')).toBeVisible();
    const labels = wrapper.findAllFormFields().map((one) => one.findLabel()?.getElement());
    expect(labels.map((label) => label?.textContent)).toEqual([
      'Account',
      'Notes - optional',
      'Seats',
      undefined,
      'Region',
      'Zones',
      'Tags - optional',
      'From - optional',
    ]);
    expect(screen.getByRole('checkbox', { name: 'Keep logs' })).not.toBeChecked();
    expect(field('Tags - optional')).toHaveValue('{"team":"red"}');
    expect(screen.getByText('At least 3 characters.')).toBeVisible();
    expect(screen.getByText('At most 10.')).toBeVisible();
  });

  it('is submitted after all required inputs are filled in, and shows its values', async () => {
    const id = await ask(inputsOfEveryType);
    const wrapper = await open(id);
    expect(isSubmitDisabled()).toBe(true);
    enterText('Account', 'prod-7');
    enterText('Seats', '2.5');
    await choose(wrapper, 'us');
    expect(isSubmitDisabled()).toBe(true);
    await chooseMany(wrapper, 'c');
    await chooseMany(wrapper, 'a');
    enterText('From - optional', '2026-12-24');
    expect(isSubmitDisabled()).toBe(false);
    await submit();
    await screen.findByText('User input submitted');
    expect(await valuesOf(id)).toEqual({
      account: 'prod-7',
      seats: 2.5,
      keep: false,
      region: 'us',
      zones: ['c', 'a'],
      tags: { team: 'red' },
      from: '2026-12-24',
    });
    expect(screen.getByText('Root user (root@cloudwarden.local)')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
    expect(field('Account')).toHaveAttribute('readonly');
  });

  it('names missing and invalid inputs', async () => {
    const id = await ask(inputsOfEveryType.slice(0, 3));
    await open(id);
    expect(screen.getByText('Fill in "Account", "Seats".')).toBeInTheDocument();
    enterText('Account', 'ab');
    enterText('Seats', '11');
    expect(screen.getByText('Correct "Account", "Seats".')).toBeInTheDocument();
    fireEvent.blur(field('Account'));
    fireEvent.blur(field('Seats'));
    expect(screen.getByText('Enter at least 3 characters.')).toBeVisible();
    expect(screen.getByText('Enter 10 or less.')).toBeVisible();
    expect((await readUserInput(id)).status).toBe('PENDING');
  });

  it('refuses invalid JSON', async () => {
    await open(await ask(inputsOfEveryType.slice(6, 7)));
    enterText('Tags - optional', '{');
    fireEvent.blur(field('Tags - optional'));
    expect(screen.getByText('This is not valid JSON.')).toBeVisible();
    expect(isSubmitDisabled()).toBe(true);
  });

  it('submits no value for a removed default and keeps the other defaults', async () => {
    const inputs = [
      { id: 'owner', label: 'Owner', default_value: 'ada' },
      { id: 'seats', label: 'Seats', type: 'number', default_value: 3 },
      { id: 'keep', label: 'Keep logs', type: 'boolean', default_value: true },
      { id: 'region', label: 'Region', type: 'select', options: ['eu'], default_value: 'eu' },
      { id: 'at', label: 'At', type: 'date', default_value: '2026-12-24T10:00:00Z' },
    ];
    const id = await ask(inputs);
    const wrapper = await open(id);
    expect(field('At - optional')).toHaveValue('2026-12-24T10:00:00Z');
    enterText('Owner - optional', '');
    enterText('Seats - optional', '');
    await choose(wrapper, '');
    await submit();
    await screen.findByText('User input submitted');
    expect(await valuesOf(id)).toEqual({ keep: true, at: '2026-12-24T10:00:00Z' });
  });
});

describe('the form for a user who is not an authorizer', () => {
  it('shows the inputs read-only and the reason', async () => {
    const view = await readUserInput(await ask(inputsOfEveryType));
    const reason = 'You are not an authorizer of this user input.';
    renderPage(<InputForm view={{ ...view, may_act: false, reason }} onRefused={() => {}} />);
    expect(screen.getAllByText(reason)[0]).toBeVisible();
    expect(isSubmitDisabled()).toBe(true);
    expect(field('Account')).toHaveAttribute('readonly');
    expect(field('Tags')).toHaveValue('{"team":"red"}');
  });
});

describe('the form for a user who may not read the answers', () => {
  it('shows the reason instead of empty inputs', async () => {
    const view = await readUserInput(await ask(inputsOfEveryType));
    renderPage(
      <InputForm
        view={{ ...view, status: 'RESOLVED', may_act: false, withheld: true }}
        onRefused={() => {}}
      />,
    );
    expect(screen.getByText(/^Only people who entered the answers/)).toBeVisible();
    expect(screen.queryByLabelText('Account')).toBeNull();
  });
});

describe('a submission that the server refuses', () => {
  const code = {
    id: 'code',
    label: 'Code',
    required: true,
    advance: bounds({ pattern: '[a-z]+-\\d' }),
  };

  it('shows the reason at its input and disables Submit until a change', async () => {
    const id = await ask([code]);
    await open(id);
    enterText('Code', 'X');
    expect(isSubmitDisabled()).toBe(false);
    await submit();
    await screen.findByText('Code: Enter text that matches [a-z]+-\\d');
    expect(field('Code')).toHaveValue('X');
    expect(isSubmitDisabled()).toBe(true);
    enterText('Code', 'ada-1');
    await submit();
    await screen.findByText('User input submitted');
    expect(await valuesOf(id)).toEqual({ code: 'ada-1' });
  });

  it('reports an earlier submission and shows its values', async () => {
    const id = await ask([code]);
    await open(id);
    enterText('Code', 'ada-1');
    const first = { user_input_id: id, values: { code: 'bob-2' } };
    await act(() => product.api['user-inputs'].submitUserInput(first));
    await submit();
    await screen.findByText('This user input was resolved already.');
    await waitFor(() => expect(field('Code')).toHaveValue('bob-2'));
  });
});

describe('a form that can no longer be submitted', () => {
  it('reports that it was withdrawn with its run, and links back', async () => {
    const id = await ask(inputsOfEveryType);
    const { bot_exc_id } = await readUserInput(id);
    await product.api.executions.abortExecution({ bot_exc_id });
    await open(id);
    const notice = screen.getByRole('alert');
    expect(notice).toHaveTextContent('This user input was withdrawn, because its run has ended.');
    expect(screen.getByText('Withdrawn')).toBeVisible();
    expect(screen.queryByText('Expired')).toBeNull();
    const back = within(notice).getByRole('link', { name: 'Back' });
    expect(back).toHaveAttribute('href', '#/user-input');
    expect(field('Account').closest('[inert]')).not.toBeNull();
    expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
  });

  it('reports that it does not exist, and links to the list', async () => {
    renderPage(<UserInputPage />, { path: '/user-input/:user_input_id', at: '/user-input/inp_1' });
    await screen.findByText('This user input does not exist, or it was deleted.');
    const back = screen.getByRole('link', { name: 'Go to user input' });
    expect(back).toHaveAttribute('href', '#/user-input');
  });
});
