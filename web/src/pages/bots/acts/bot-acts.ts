import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { hrefTo } from '#lib/pages.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { portalRefusal, runRefusal, statusRefusal } from './refusals.ts';
import { scheduleItems } from './schedule-items.ts';
import type { BotRefusals } from './use-bot-refusals.ts';
import { portalText } from './use-service-portal.tsx';

/** The actions on one bot that do not leave the page. */
const botActs = ['run', 'toggle', 'schedule', 'portal', 'export', 'share', 'delete'] as const;
export type BotAct = (typeof botActs)[number];

/** The action of a menu item; undefined for links. */
export const actOf = (id: string): BotAct | undefined => botActs.find((one) => one === id);

/**
 * All menu items for a bot, in the order of every menu that offers them: actions, and links to
 * other pages. A disabled item shows why.
 */
export const botMenuItems = (bot: BotSummary, refusals: BotRefusals) => [
  { id: 'open', text: 'Open', href: hrefTo('bot', { bot_id: bot._id }, { mode: 'view' }) },
  {
    id: 'edit',
    text: 'Edit',
    href: hrefTo('bot', { bot_id: bot._id }),
    ...disabledBy(refusals.save),
  },
  { id: 'run', text: 'Run now', ...disabledBy(runRefusal(bot, refusals.run)) },
  {
    id: 'toggle',
    text: bot.status === 'enabled' ? 'Disable' : 'Enable',
    ...disabledBy(statusRefusal(bot, refusals.status)),
  },
  ...scheduleItems(bot, refusals.status),
  { id: 'portal', text: portalText(bot), ...disabledBy(portalRefusal(bot, refusals.portal)) },
  { id: 'export', text: 'Export', ...disabledBy(refusals.export) },
  { id: 'share', text: 'Share' },
  { id: 'runs', text: 'View runs', href: hrefTo('runs', {}, { bot_id: bot._id }) },
  { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
];
