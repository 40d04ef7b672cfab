import type { GuardedRoute } from './domain/account/permission.rules.ts';
import { guards } from './kernel/guards.ts';
import { type PageKey, pageOf, pages, pathTo, sessionPaths } from './pages.ts';

/** A command that the console's search offers. */
export type Command = {
  /** Verb and object, as on buttons. */
  text: string;
  /** Synonyms that the search also matches. */
  synonyms?: string;
  /** The address of the page where it is done. */
  to: string;
  /** The guard of the call that the command makes; if absent, everybody may use it. */
  guard?: GuardedRoute;
};

/** Commands of pages that do one thing. */
const pageCommands = (Object.keys(pages) as PageKey[]).flatMap((key): Command[] => {
  const { path, command } = pageOf(key);
  return command ? [{ ...command, to: path }] : [];
});

/** Every command that starts at an address of its own. */
export const commands: readonly Command[] = [
  ...pageCommands,
  {
    text: 'Create listener',
    synonyms: 'new webhook',
    to: pathTo('listener', { listener_id: 'new' }),
    guard: guards.createListener,
  },
  {
    text: 'Connect integration',
    synonyms: 'add new account',
    to: pathTo('integrations'),
    guard: guards.createIntegration,
  },
  {
    text: 'Create API key',
    synonyms: 'new token',
    to: pathTo('account', {}, { tab: 'api-keys' }),
    guard: guards.createApiKey,
  },
  {
    text: 'Change notifications',
    synonyms: 'mail email digest preferences',
    to: pathTo('account', {}, { tab: 'notifications' }),
  },
  {
    text: 'View plans',
    synonyms: 'subscription pricing subscribe upgrade usage billing',
    to: pathTo('subscription'),
    guard: guards.getPlanUsage,
  },
  { text: 'Choose where you work', synonyms: 'start welcome saas hosted', to: pathTo('start') },
  { text: 'Change password', synonyms: 'two factor profile', to: pathTo('account') },
  { text: 'Sign out', synonyms: 'log out leave', to: sessionPaths.logout },
];
