import { act, fireEvent, screen, within } from '@testing-library/react';

/** A user's actions on the page, by the name of the element. */
export const clickButton = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => button.click());
};

/** Confirms the dialog with that title. */
export const confirmDialog = async (title: string) => {
  const question = await screen.findByRole('dialog', { name: title });
  await act(async () => within(question).getByRole('button', { name: title }).click());
};

export const enterText = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** The heading of a step that can be opened. */
export const queryStepHeading = (name: string) =>
  screen.queryByRole('button', { name: new RegExp(name) });

export const isStepOpen = (name: string) =>
  queryStepHeading(name)?.getAttribute('aria-expanded') === 'true';
