import type { Guarded } from './domain/account/permission.rules.ts';
import { pathTo } from './pages.ts';

/** Something that people do, as the search of the console offers it. */
export type Command = {
  /** Verb and object, as on buttons. */
  text: string;
  /** Other words by which people look for it. */
  also?: string;
  /** Where it is done. */
  to: string;
  /** The call that it makes, written out as those of `lib/pages.ts`; absent: everybody may. */
  guard?: Guarded;
};

const creating = (resource: string): Guarded => ({
  method: 'POST',
  permission: `create_${resource}`,
  resource,
});

/** Whatever begins at an address of its own. */
export const commands: readonly Command[] = [
  { text: 'Create bot', also: 'new workflow', to: pathTo('newBot'), guard: creating('bot') },
  {
    text: 'Create listener',
    also: 'new webhook',
    to: pathTo('listener', { listener_id: 'new' }),
    guard: creating('listener'),
  },
  {
    text: 'Connect integration',
    also: 'add new account',
    to: pathTo('integrations'),
    guard: creating('integration'),
  },
  {
    text: 'Connect AWS account',
    also: 'add new integration cloud',
    to: pathTo('awsAccount'),
    guard: creating('integration'),
  },
  {
    text: 'Create rule',
    also: 'new compliance',
    to: pathTo('newOwnRule'),
    guard: creating('compliance_rule'),
  },
  {
    text: 'Create user',
    also: 'new invite person',
    to: pathTo('newUser'),
    guard: creating('user'),
  },
  { text: 'Create role', also: 'new permission', to: pathTo('newRole'), guard: creating('role') },
  {
    text: 'Create API key',
    also: 'new token',
    to: pathTo('account', {}, { tab: 'api-keys' }),
    guard: creating('api_key'),
  },
  {
    text: 'Change notifications',
    also: 'mail email digest preferences',
    to: pathTo('account', {}, { tab: 'notifications' }),
  },
  {
    text: 'View plans',
    also: 'subscription pricing subscribe upgrade usage billing',
    to: pathTo('subscription'),
    guard: { method: 'GET', permission: 'read_subscription', resource: 'subscription' },
  },
  { text: 'Choose where you work', also: 'start welcome saas hosted', to: pathTo('start') },
  { text: 'Change password', also: 'two factor profile', to: pathTo('account') },
  { text: 'Sign out', also: 'log out leave', to: '/logout' },
];
