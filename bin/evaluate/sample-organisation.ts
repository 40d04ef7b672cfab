import { viewOf } from '#lib/domain/actions/action-view.rules.ts';
import { findReadyMadeAction, readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { requireType } from '#lib/domain/integrations/catalogue.service.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { containsText } from '#lib/kernel/text.ts';
import type { LookUps } from '#web/pages/bots/builder/drawing/look-ups.ts';

const listeners = [
  {
    _id: `lst_${'1'.repeat(32)}`,
    name: 'GuardDuty findings',
    description: 'Findings of Amazon GuardDuty, by EventBridge.',
    learned_paths: [
      'detail.severity',
      'detail.type',
      'detail.resource.instanceDetails.instanceId',
      'detail.region',
      'detail.accountId',
    ],
  },
  {
    _id: `lst_${'2'.repeat(32)}`,
    name: 'Okta events',
    description: 'The system log of Okta.',
    learned_paths: ['eventType', 'actor.alternateId', 'outcome.result', 'client.ipAddress'],
  },
  {
    _id: `lst_${'3'.repeat(32)}`,
    name: 'CloudTrail changes',
    description: 'Calls of AWS that change something.',
    learned_paths: ['detail.eventName', 'detail.userIdentity.arn', 'detail.requestParameters'],
  },
];

const integration = (digit: string, cspName: string, alias: string, values = {}) => ({
  accountId: `int_${digit.repeat(32)}`,
  alias,
  cspName,
  integrationState: 'ACTIVE',
  values,
});

const integrations = [
  integration('a', 'aws', 'Production'),
  integration('b', 'slack', 'Company Slack'),
  integration('c', 'jira', 'Service desk'),
  integration('d', 'okta', 'Company Okta'),
  integration('e', 'openai', 'Models', { models: 'gpt-5-mini' }),
];

/** A sample organisation to draw bots for, with everything that comes with the product. */
export const sampleLookUps: LookUps = {
  listeners: async (name) => listeners.filter((one) => containsText(one.name, name.trim())),
  integrations: async ({ name, type }) =>
    integrations.filter(
      (one) => containsText(one.alias, name.trim()) && (type ?? one.cspName) === one.cspName,
    ),
  actions: async (type) =>
    readyMadeActions
      .map((action) => viewOf(action, requireType(action.integration_type)))
      .filter(({ integration_types }) => type === undefined || integration_types.includes(type)),
  action: async (id) => {
    const action = findReadyMadeAction(id);
    return action && viewOf(action, requireType(action.integration_type));
  },
  libraryBots: async (name) => libraryBots.filter((one) => containsText(one.name, name.trim())),
  libraryBot: async (id) => libraryBots.find(({ _id }) => _id === id),
};
