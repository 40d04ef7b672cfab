import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

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
