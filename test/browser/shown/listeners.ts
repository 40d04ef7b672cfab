import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  make: async ({ sample: { listener_id } }) => ({ listener_id }),
  routes: [
    ['listeners', 'Listeners', 'Sample findings'],
    ['listeners/new', 'Create listener', 'Webhook name'],
    ['listeners/{listener_id}', 'Edit Sample findings', 'Webhook name'],
    ['listeners/view/{listener_id}', 'Sample findings', 'fnd-shown'],
  ],
};
