import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import {
  draftRunRefusal,
  publishRefusal,
  runRefusal,
  type Situation,
  statusRefusal,
} from '#web/pages/bots/acts/refusals.ts';
import type { BotRefusals } from '#web/pages/bots/acts/use-bot-refusals.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { draw } from './graph-drawing.ts';

const bot: BotSummary = {
  _id: 'bot_1',
  name: 'Watch',
  description: '',
  category: 'Security',
  importance: 'Low',
  status: 'enabled',
  draft_version: 2,
  published_version: 1,
  trigger_type: 'on_demand',
  integration_types: [],
  integration_ids: [],
  service_portal_published: false,
  created_by: 'a@example.com',
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
};
const graph = draw('start -> end');
const eventDrivenGraph = applyEdit(graph, {
  do: 'configure',
  id: 'start',
  settings: { trigger_type: 'event_driven' },
});
const refusals: BotRefusals = {
  create: undefined,
  save: undefined,
  publish: undefined,
  restore: undefined,
  status: undefined,
  portal: undefined,
  import: undefined,
  export: undefined,
  delete: undefined,
  run: undefined,
};
const ready: Situation = { saved: bot, dirty: false, graph, problems: [], refusals };
const listRight = { integration_id: 'int_1', permission: 'iam:ListUsers', where: 'global' };
const refusal = 'Your access is read only. Ask your ROOT user for full access.';
const { published_version: _published, ...unpublished } = bot;

describe('a draft', () => {
  it.each<[string, Partial<Situation>, string | undefined]>([
    ['saved, without issues', {}, undefined],
    ['with unsaved changes', { dirty: true }, 'Save the bot first.'],
    ['never saved', { saved: undefined }, 'Save the bot first.'],
    [
      'with an issue',
      { problems: [{ message: 'x' }], dirty: true },
      '1 issue keeps this bot from being published. Press Validate to see.',
    ],
    [
      'already published',
      { saved: { ...bot, published_version: 2 } },
      'This version is published already.',
    ],
    [
      'already published, with changed calls',
      { saved: { ...bot, published_version: 2, aws_rights: [listRight], aws_rights_now: [] } },
      undefined,
    ],
    [
      'already published, with the same calls',
      {
        saved: {
          ...bot,
          published_version: 2,
          aws_rights: [listRight],
          aws_rights_now: [listRight],
        },
      },
      'This version is published already.',
    ],
    ['without permission to publish', { refusals: { ...refusals, publish: refusal } }, refusal],
    ['without permission to run', { refusals: { ...refusals, run: refusal } }, undefined],
  ])('returns any reason against publishing: %s', (_name, change, answer) => {
    expect(publishRefusal({ ...ready, ...change })).toBe(answer);
  });

  it.each<[string, Partial<Situation>, string | RegExp | undefined]>([
    ['saved, without issues', {}, undefined],
    ['started by events', { graph: eventDrivenGraph }, undefined],
    ['with issues', { problems: [{ message: 'x' }, { message: 'y' }] }, /^2 issues keep/],
    ['with unsaved changes', { dirty: true }, 'Save the bot first.'],
    ['without permission to run', { refusals: { ...refusals, run: refusal } }, refusal],
    ['without permission to publish', { refusals: { ...refusals, publish: refusal } }, undefined],
  ])('returns any reason against running: %s', (_name, change, answer) => {
    const reason = draftRunRefusal({ ...ready, ...change });
    if (answer instanceof RegExp) expect(reason).toMatch(answer);
    else expect(reason).toBe(answer);
  });
});

describe('a bot in the list', () => {
  it('can be run unless event-driven, unpublished or not permitted', () => {
    const publish = 'Publish a version of this bot first.';
    expect(runRefusal(bot, undefined)).toBeUndefined();
    expect(runRefusal({ ...bot, trigger_type: 'event_driven' }, undefined)).toMatch(/Event-driven/);
    expect(runRefusal(unpublished, undefined)).toBe(publish);
    expect(runRefusal(bot, refusal)).toBe(refusal);
  });

  it('can always be disabled, and enabled once a version is published', () => {
    const disabled = { ...unpublished, status: 'disabled' as const };
    expect(statusRefusal(disabled, undefined)).toBe('Publish a version of this bot first.');
    expect(statusRefusal({ ...disabled, published_version: 1 }, undefined)).toBeUndefined();
    expect(statusRefusal(bot, undefined)).toBeUndefined();
    expect(statusRefusal(bot, refusal)).toBe(refusal);
  });
});
