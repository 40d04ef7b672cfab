import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Presses a button as soon as it can be pressed: one that waits for an answer is disabled. */
export const press = async (name: string | RegExp): Promise<void> => {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name });
    expect(found).toBeEnabled();
    expect(found).not.toHaveAttribute('aria-disabled', 'true');
    return found;
  });
  await userEvent.click(button);
};
