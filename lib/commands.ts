import type { Guarded } from './domain/account/permission.rules.ts';
import { pages, pathTo } from './pages.ts';

/** Something that people do, as the search of the console offers it. */
export type Command = {
  /** Verb and object, as on buttons. */
  text: string;
  /** Other words by which people look for it. */
  also?: string;
  /** Where it is done. */
  to: string;
  /** What guards the call that it makes; absent: everybody may. */
  guard?: Guarded;
};

/** Takes the resource from the guard of the navigation where a list shows it. */
const creating = ({ resource }: Pick<Guarded, 'resource'>): Guarded => ({
  method: 'POST',
  permission: `create_${resource}`,
  resource,
});

/** Whatever begins at an address of its own. */
export const commands: readonly Command[] = [
  {
    text: 'Create bot',
    also: 'new workflow',
    to: pathTo('newBot'),
    guard: creating(pages.bots.menu.guard),
  },
  {
    text: 'Create listener',
    also: 'new webhook',
    to: pathTo('listener', { listener_id: 'new' }),
    guard: creating(pages.listeners.menu.guard),
  },
  {
    text: 'Connect integration',
    also: 'add new account',
    to: pathTo('integrations'),
    guard: creating(pages.integrations.menu.guard),
  },
  {
    text: 'Connect AWS account',
    also: 'add new integration cloud',
    to: pathTo('awsAccount'),
    guard: creating(pages.integrations.menu.guard),
  },
  {
    text: 'Create rule',
    also: 'new compliance',
    to: pathTo('newOwnRule'),
    guard: creating({ resource: 'compliance_rule' }),
  },
  {
    text: 'Create user',
    also: 'new invite person',
    to: pathTo('newUser'),
    guard: creating(pages.users.menu.guard),
  },
  {
    text: 'Create role',
    also: 'new permission',
    to: pathTo('newRole'),
    guard: creating(pages.roles.menu.guard),
  },
  {
    text: 'Create API key',
    also: 'new token',
    to: pathTo('account', {}, { tab: 'api-keys' }),
    guard: creating({ resource: 'api_key' }),
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
