import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Presses a button as soon as it is enabled: while it waits for an answer it is disabled. */
export const clickWhenEnabled = async (name: string | RegExp): Promise<void> => {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name });
    expect(found).toBeEnabled();
    expect(found).not.toHaveAttribute('aria-disabled', 'true');
    return found;
  });
  await userEvent.click(button);
};
