import { readyMade, text } from '../ready-made.schema.ts';

const since = text('since', 'Since', 'A time in the last 120 days, such as 2026-03-01T00:00:00Z.');

const events = (name: string, subject: string, path: string) => ({
  name,
  description: `Reads up to 100 ${subject}, the oldest first.`,
  parameters: [since],
  call: {
    method: 'POST' as const,
    path,
    body: { limit: 100, start_time: '{since}' },
    result: '/items',
  },
});

export const onePasswordActions = readyMade('1password', {
  list_sign_ins: events(
    'List 1Password sign-in attempts',
    'sign-in attempts, with the user and the reason for each failure',
    '/api/v2/signinattempts',
  ),
  list_item_usages: events(
    'List 1Password item usages',
    'uses of items in shared vaults',
    '/api/v2/itemusages',
  ),
  list_audit_events: events(
    'List 1Password audit events',
    'changes that people made in the account',
    '/api/v2/auditevents',
  ),
});
