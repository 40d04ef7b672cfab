import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { AccountPage } from '#web/pages/account/account.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const open = async () => {
  renderPage(<AccountPage />, { path: '/account', at: '/account?tab=notifications' });
  await screen.findByRole('checkbox', { name: /Approvals/ });
};

/** The name of a box also names its field. */
const box = (name: string) => screen.getByRole('checkbox', { name: new RegExp(name) });
const press = (name: string) => userEvent.click(box(name));
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
const save = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Save notifications' }));
  await screen.findByText('Notification preferences saved');
};
const readSettings = async () => (await product.api.users.getCurrentUser({})).settings;

describe('the notification preferences', () => {
  it('default to a mail for every kind and no digest', async () => {
    await open();
    expect(screen.getByRole('radio', { name: 'Email' })).toBeChecked();
    const checked = screen.getAllByRole<HTMLInputElement>('checkbox').map((one) => one.checked);
    expect(checked).toEqual([true, true, true, true, true, true, false]);
  });

  it('are stored for each kind and for the digest', async () => {
    await open();
    await press('Approvals');
    await press('Failed runs');
    await press('Failed runs');
    await press('Email me a summary of what waits for me and what failed');
    await save();
    const expected = { notify_by: 'mail', not_mailed: ['approval'], daily_digest: true };
    expect(await readSettings()).toMatchObject(expected);
    expect(box('Approvals')).not.toBeChecked();
  });

  it('disable all other choices when no mails are wanted', async () => {
    await open();
    await choose('Console only');
    for (const one of screen.getAllByRole('checkbox')) expect(one).toBeDisabled();
    await save();
    expect(await readSettings()).toMatchObject({ notify_by: 'none' });
    await choose('Email');
    await save();
    await waitFor(async () => expect(await readSettings()).toMatchObject({ notify_by: 'mail' }));
  });

  it('keep changes made while they are being saved', async () => {
    await open();
    const { promise: isChanged, resolve: resumeSave } = Promise.withResolvers<void>();
    const send = globalThis.fetch;
    const fetchSpy = jest.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
      await isChanged;
      return send(...request);
    });
    await press('User inputs');
    await userEvent.click(screen.getByRole('button', { name: 'Save notifications' }));
    await press('Failed integrations');
    resumeSave();
    await screen.findByText('Notification preferences saved');
    fetchSpy.mockRestore();
    expect((await readSettings()).not_mailed).toContain('user_input');
    expect((await readSettings()).not_mailed).not.toContain('integration_failed');
    expect(box('Failed integrations')).not.toBeChecked();
  });
});
