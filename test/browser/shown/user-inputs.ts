import { askForInput } from '#test/support/ask-for-input.ts';
import type { ShownPages } from '../support/shown-pages.ts';

const onboarding = {
  internal_name: 'New account',
  message: 'Who will own it?\nThe bot goes on once you say.',
  authorizers: ['root@cloudwarden.local', 'ada@example.com'],
  inputs: [
    { id: 'owner', label: 'Owner', required: true },
    { id: 'notes', label: 'Notes', type: 'textarea' },
    {
      id: 'seats',
      label: 'Seats',
      type: 'number',
      required: true,
      advance: { value_validation: { min: 1, max: 50 } },
    },
    { id: 'keep', label: 'Keep logs', type: 'boolean' },
    { id: 'region', label: 'Region', type: 'select', options: ['eu-west-1', 'us-east-1'] },
    { id: 'zones', label: 'Zones', type: 'multiselect', options: ['a', 'b'], default_value: ['a'] },
    { id: 'tags', label: 'Tags', type: 'json', default_value: '{"team": "red"}' },
    { id: 'from', label: 'From', type: 'date' },
  ],
};

export const shown: ShownPages = {
  /** Two forms: one is open, one has been submitted. */
  make: async (product) => {
    const resolved_id = await askForInput(product, onboarding, 'Onboard accounts');
    const values = { owner: 'Ada', seats: 3, zones: ['a', 'b'], from: '2026-12-24' };
    const answer = { user_input_id: resolved_id, values };
    await product.api['user-inputs'].submitUserInput(answer);
    const user_input_id = await askForInput(product, onboarding, 'Onboard more accounts');
    return { user_input_id, resolved_id };
  },
  routes: [
    ['user-input/{user_input_id}', 'New account', 'Who will own it?'],
    ['user-input', 'User Input', 'Onboard more accounts'],
    ['user-input/{resolved_id}', 'New account', 'Resolved by'],
  ],
  lists: {
    'user-inputs/user-inputs': {
      route: 'user-input',
      path: 'user_inputs',
      rows: 'user inputs',
      emptyText: 'No user inputs',
    },
  },
  states: [
    {
      route: 'user-input/x',
      path: 'user_inputs/x',
      subject: 'this user input',
      loading: 'Loading user input',
    },
  ],
};
