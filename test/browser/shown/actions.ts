import type { Shown } from '../support/shown.ts';

export const shown: Shown = {
  routes: [
    ['actions', 'Actions', 'Acknowledge a PagerDuty incident'],
    ['actions?selectedItem=okta.suspend_user', 'Actions', 'The id or the login of the user.'],
  ],
};
