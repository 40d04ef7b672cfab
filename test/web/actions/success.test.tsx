import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { actions } from '#web/api/actions.ts';
import { ActionsPage } from '#web/pages/actions/actions.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const open = (query: string) =>
  renderPage(<ActionsPage />, { path: '/actions', at: `/actions${query}` });

describe('the success conditions of an action', () => {
  it('are shown, edited and stored for an AWS call', async () => {
    const until = { at: '/State', is: 'Enabled', every_seconds: 7 };
    const { _id } = await actions.createAction({
      name: 'Wait for a key',
      description: 'Looks at one.',
      executable_type: 'aws',
      call: {
        service: 'kms',
        operation: 'DescribeKey',
        parameters: { KeyId: 'k' },
        also: ['kms:Decrypt'],
        until,
        expects: { at: '/Refused', is: null, why: '/Why' },
      },
    });
    open(`?owner=self&selectedItem=${_id}`);
    expect(await screen.findByText('kms:Decrypt')).toBeVisible();
    expect(document.body).toHaveTextContent('Enabled at /State, at first every 7 seconds');
    expect(document.body).toHaveTextContent('null at /Refused; the reason of a failure is at /Why');
    const [menu] = await screen.findAllByRole('button', { name: 'Actions for Wait for a key' });
    if (!menu) throw new Error('There is no menu.');
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const section = { name: 'Success, waiting and permissions' };
    await userEvent.click(await screen.findByRole('button', section));
    const field = (name: RegExp) => screen.getByRole('textbox', { name });
    expect(field(/^Further permissions/)).toHaveValue('kms:Decrypt');
    expect(field(/^Expected value/)).toHaveValue('null');
    await userEvent.clear(field(/^Expected at/));
    await userEvent.type(field(/^Expected at/), '/Denied');
    const seconds = field(/^Seconds between calls/);
    await userEvent.clear(seconds);
    await userEvent.type(seconds, '90');
    await userEvent.clear(field(/^Until state is/));
    await userEvent.type(field(/^Until state is/), 'Disabled');
    await userEvent.type(field(/^Operation/), 'X');
    expect(field(/^Further permissions/)).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: 'Save action' }));
    expect(await screen.findByText('Write a number from 1 to 60.')).toBeVisible();
    await userEvent.clear(seconds);
    await userEvent.click(screen.getByRole('button', { name: 'Save action' }));
    await waitFor(async () => {
      const { call } = await actions.getAction({ action_id: _id });
      expect(call).toEqual({
        service: 'kms',
        operation: 'DescribeKeyX',
        parameters: { KeyId: 'k' },
        until: { at: '/State', is: 'Disabled', every_seconds: 5 },
        expects: { at: '/Denied', is: null, why: '/Why' },
      });
    });
    await actions.deleteAction({ action_id: _id });
  });

  it('are shown and edited for a REST call', async () => {
    const { _id } = await actions.createAction({
      name: 'Look carefully',
      description: 'Reads one.',
      executable_type: 'rest',
      integration_type: 'slack',
      call: {
        method: 'GET',
        path: '/look',
        expects: { at: '/ok', is: true, why: '/error' },
      },
    });
    open(`?owner=self&selectedItem=${_id}`);
    await waitFor(() =>
      expect(document.body).toHaveTextContent('true at /ok; the reason of a failure is at /error'),
    );
    const [menu] = await screen.findAllByRole('button', { name: 'Actions for Look carefully' });
    if (!menu) throw new Error('There is no menu.');
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Query, headers and result' }));
    const value = screen.getByRole('textbox', { name: /^Expected value/ });
    expect(value).toHaveValue('true');
    await userEvent.clear(value);
    await userEvent.type(value, 'done');
    await userEvent.click(screen.getByRole('button', { name: 'Save action' }));
    await waitFor(async () => {
      const { call } = await actions.getAction({ action_id: _id });
      expect(call).toMatchObject({ expects: { at: '/ok', is: 'done', why: '/error' } });
    });
    await actions.deleteAction({ action_id: _id });
  });
});
