import { derivedId, timeOfId } from '#lib/kernel/ids.ts';
import type { Bot } from '../bots/bot.schema.ts';
import { botStore } from '../bots/bot.store.ts';
import { listenerEventStore } from '../listeners/listener-event.store.ts';
import { type StartDeps, startRun } from './start.service.ts';

export type TriggerDeps = StartDeps;

export type ReceivedEvent = { tenant_id: string; listener_id: string; event_id: string };

const startOne = async (deps: TriggerDeps, bot: Bot, event: ReceivedEvent): Promise<string> => {
  const { listener_id, event_id } = event;
  const _id = derivedId('exc', timeOfId(event_id), bot._id, event_id);
  const trigger = { type: 'event' as const, listener_id, event_id };
  const version = bot.published_version ?? bot.draft_version;
  return startRun(deps, bot, { _id, trigger, version });
};

/**
 * Starts a run of each bot that waits for this listener's events. The run's id is derived from bot
 * and event, so a fact that is delivered twice starts nothing twice.
 */
export const startTriggered =
  (deps: TriggerDeps) =>
  async (event: ReceivedEvent): Promise<string[]> => {
    const { tenant_id, listener_id, event_id } = event;
    const bots = await botStore(deps.db, tenant_id).startedBy(listener_id);
    const started = await Promise.all(bots.map((bot) => startOne(deps, bot, event)));
    await listenerEventStore(deps.db, tenant_id, listener_id).markSent(event_id, started);
    return started;
  };
