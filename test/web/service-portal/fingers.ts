import { act, fireEvent, screen, within } from '@testing-library/react';

/** What a person does with what they see, by its name. */
export const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => button.click());
};

/** Answers the question with that title by its own words. */
export const confirm = async (title: string) => {
  const question = await screen.findByRole('dialog', { name: title });
  await act(async () => within(question).getByRole('button', { name: title }).click());
};

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** The heading of a step that can be opened. */
export const expanding = (name: string) => screen.queryByRole('button', { name: new RegExp(name) });

export const isOpen = (name: string) => expanding(name)?.getAttribute('aria-expanded') === 'true';
