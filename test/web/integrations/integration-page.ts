import { fireEvent, screen, within } from '@testing-library/react';
import { type Loopback, openLoopback } from '#test/support/loopback.ts';
import { setConnection } from '#web/api/connection.ts';

export const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });

export const fill = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};

export const dialog = async () => within(await screen.findByRole('dialog'));

export const rowOf = (alias: string) =>
  within(
    screen.getAllByRole('row').find((row) => row.textContent?.includes(alias)) ?? document.body,
  );

export const aliases = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.textContent?.trim() ?? '');

/** A server that gives pages the same answer to everything. */
export const serveSameAnswer = async (
  status: number,
  answer: string | object,
): Promise<Loopback> => {
  const body = JSON.stringify(typeof answer === 'string' ? { error: answer } : answer);
  const peer = await openLoopback(() => ({ status, body }));
  setConnection({ apiUrl: peer.endpoint, socketUrl: '', accessToken: async () => 'token' });
  return peer;
};

/** A service to connect to: it accepts one token, and returns the identity behind it. */
export const openService = (): Promise<Loopback> =>
  openLoopback(({ headers }) =>
    headers.authorization === 'Bearer right'
      ? { body: JSON.stringify({ name: 'robot' }) }
      : { status: 401, body: '{}' },
  );

/** The values to enter to connect it. */
export const serviceOf = ({ endpoint }: Loopback, token = 'right') => ({
  api_url: endpoint,
  token,
  test_path: '/me',
});
