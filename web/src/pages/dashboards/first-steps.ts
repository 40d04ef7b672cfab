import type { StepKey, StepProgress } from '#lib/domain/onboarding/getting-started.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { dashboards } from '#web/api/dashboards.ts';
import { integrations } from '#web/api/integrations.ts';
import { subscriptions } from '#web/api/subscriptions.ts';
import { users } from '#web/api/users.ts';

/** The title, explanation and button of each step. */
export type StepText = { title: string; text: string; button: string; to?: string };

export const stepTexts: Readonly<Record<StepKey, StepText>> = {
  cloud: {
    title: 'Integrate a cloud service',
    text:
      'Connect AWS, Azure or Google Cloud so that your bots can see your resources. To explore ' +
      'first, add sample accounts: no real cloud is called.',
    button: 'Connect a cloud',
    to: pathTo('integrations', {}, { category: 'Cloud' }),
  },
  communication: {
    title: 'Integrate a communication tool',
    text: 'Connect Microsoft Teams, Google Chat or Amazon SES, so that bots can message people.',
    button: 'Connect a tool',
    to: pathTo('integrations', {}, { category: 'Communication' }),
  },
  bot: {
    title: 'Create bots',
    text: 'A bot runs on a schedule, on demand, or when a listener receives an event.',
    button: 'Create bot',
    to: pathTo('newBot'),
  },
  user: {
    title: 'Invite a user',
    text:
      'Invite a teammate, who signs in with their own account and can do what their roles allow.',
    button: 'Invite user',
    to: pathTo('newUser'),
  },
  subscription: {
    title: 'Subscribe',
    text: 'Your plan sets how many bot executions and cloud accounts are included.',
    button: 'View plans',
    to: pathTo('subscription'),
  },
  dashboard: {
    title: 'Configure dashboard widgets',
    text: 'Add a dashboard for your team, and choose up to 10 widgets for it.',
    button: 'Add a dashboard',
  },
};

/** The call that each step leads to: users who may not make it are told why. */
export const stepCalls = {
  cloud: integrations.createIntegration,
  communication: integrations.createIntegration,
  bot: bots.createBot,
  user: users.createUser,
  subscription: subscriptions.listSubscriptions,
  dashboard: dashboards.createDashboard,
} satisfies Record<StepKey, unknown>;

export const statusTexts: Readonly<Record<StepProgress['status'], string>> = {
  unchecked: 'To do',
  completed: 'Completed',
  skipped: 'Skipped',
};
