import { derivedId, timeOfId } from '#lib/kernel/ids.ts';
import type { Bot } from '../../bots/bot.schema.ts';
import { botStore } from '../../bots/bot.store.ts';
import { listenerEventStore } from '../../listeners/listener-event.store.ts';
import { listenerStore } from '../../listeners/listener.store.ts';
import { type StartDeps, type Started, startRun } from './start.service.ts';

export type TriggerDeps = StartDeps;

export type ReceivedEvent = { tenant_id: string; listener_id: string; event_id: string };

const startOne = async (deps: TriggerDeps, bot: Bot, event: ReceivedEvent): Promise<Started> => {
  const { listener_id, event_id } = event;
  const _id = derivedId('exc', timeOfId(event_id), bot._id, event_id);
  const trigger = { type: 'event' as const, listener_id, event_id };
  const version = bot.published_version ?? bot.draft_version;
  return startRun(deps, bot, { _id, trigger, version });
};

const listenerGone = 'The listener of this event was deleted before it was handled.';

/** What an event comes to for each of its bots; a listener that is gone starts nothing more. */
const startAll = async (
  deps: TriggerDeps,
  bots: readonly Bot[],
  event: ReceivedEvent,
): Promise<Started[]> => {
  if (bots.length === 0) return [];
  const isThere = await listenerStore(deps.db, event.tenant_id).exists(event.listener_id);
  if (!isThere) return bots.map(() => ({ dropped: listenerGone }));
  return Promise.all(bots.map((bot) => startOne(deps, bot, event)));
};

const maySkip = ({ settings }: Bot): boolean => settings?.concurrency?.when_full === 'drop';

/**
 * Starts a run of each bot that waits for this listener's events, and says in the event which runs
 * there are, and which bots dropped it. The run's id is derived from bot and event, so a fact that
 * is delivered twice starts nothing twice; what was dropped stays so.
 */
export const startTriggered =
  (deps: TriggerDeps) =>
  async (event: ReceivedEvent): Promise<string[]> => {
    const { tenant_id, listener_id, event_id } = event;
    const events = listenerEventStore(deps.db, tenant_id, listener_id);
    const bots = await botStore(deps.db, tenant_id).startedBy(listener_id);
    if (bots.some(maySkip)) {
      const known = await events.get(event_id);
      if (known && known.outbox === undefined) return known.bot_exc_ids;
    }
    const started = await startAll(deps, bots, event);
    const runs = started.flatMap((one) => ('bot_exc_id' in one ? one.bot_exc_id : []));
    const dropped = bots.flatMap(({ _id: bot_id, name: bot_name }, at) => {
      const why = started[at]?.dropped;
      return why === undefined ? [] : { bot_id, bot_name, why };
    });
    await events.markSent(event_id, runs, dropped);
    return runs;
  };
