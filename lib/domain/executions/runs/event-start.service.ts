import { isoTime } from '#lib/kernel/clock.ts';
import { derivedId, timeOfId } from '#lib/kernel/ids.ts';
import type { Fact } from '#lib/ports/bus.ts';
import type { Bot } from '../../bots/bot.schema.ts';
import { botStore } from '../../bots/bot.store.ts';
import type { ListenerEvent } from '../../listeners/listener-event.schema.ts';
import { listenerEventStore } from '../../listeners/listener-event.store.ts';
import { listenerStore } from '../../listeners/listener.store.ts';
import { executionStore } from '../execution.store.ts';
import { type StartDeps, type StartResult, startRun } from './start.service.ts';

export type TriggerDeps = StartDeps;

export type ReceivedEvent = Omit<Extract<Fact, { type: 'listener_event_received' }>, 'type'>;

/** The times at which the event was to be handled: on arrival, and at each replay (ms). */
const handlingTimesOf = (
  event_id: string,
  storedEvent: ListenerEvent | undefined,
): [number, ...number[]] => [
  timeOfId(event_id),
  ...(storedEvent?.replays ?? []).map((at) => Date.parse(at)),
];

type EventCause = {
  event: ReceivedEvent;
  times: readonly [number, ...number[]];
  /** Ids of runs that the event records as started; these runs may have been deleted since. */
  started: readonly string[];
  replayed_by: string | undefined;
};

/** Starts the run of one bot for the latest time, unless the event started one before. */
const startOne = async (
  deps: TriggerDeps,
  bot: Bot,
  { event: { listener_id, event_id, title }, times, started, replayed_by }: EventCause,
): Promise<StartResult> => {
  const idOf = (ms: number) => derivedId('exc', ms, bot._id, event_id);
  const runs = executionStore(deps.db, bot.tenant_id);
  for (const earlier of times.slice(0, -1).map(idOf)) {
    const isStarted = started.includes(earlier) || (await runs.get(earlier));
    if (isStarted) return { bot_exc_id: earlier };
  }
  const _id = idOf(times.at(-1) ?? times[0]);
  const details = { ...(title && { title }), ...(replayed_by && { replayed_by }) };
  const trigger = { type: 'event' as const, listener_id, event_id, ...details };
  const version = bot.published_version ?? bot.draft_version;
  return startRun(deps, bot, { _id, trigger, version });
};

const listenerGone = 'The listener of this event was deleted before it was handled.';

/** Starts a run of each bot; if the listener was deleted, nothing is started. */
const startAll = async (
  deps: TriggerDeps,
  bots: readonly Bot[],
  caused: EventCause,
): Promise<StartResult[]> => {
  if (bots.length === 0) return [];
  const { event } = caused;
  const exists = await listenerStore(deps.db, event.tenant_id).exists(event.listener_id);
  if (!exists) return bots.map(() => ({ dropped: listenerGone }));
  return Promise.all(bots.map((bot) => startOne(deps, bot, caused)));
};

const canDropRuns = ({ settings }: Bot): boolean => settings?.concurrency?.when_full === 'drop';

/**
 * Starts a run of each bot that this listener's events start, and records in the event which runs
 * there are and which bots dropped it. The run's id is derived from bot and event, so a fact that
 * is delivered twice starts nothing twice, and a dropped run stays dropped. A replay starts runs
 * with ids of its own time, but none of a bot that the event has started before. If the plan allows
 * no more runs, the event is parked until somebody replays it.
 */
export const startForEvent =
  (deps: TriggerDeps) =>
  async (event: ReceivedEvent): Promise<string[]> => {
    const { tenant_id, listener_id, event_id } = event;
    const events = listenerEventStore(deps.db, tenant_id, listener_id);
    const bots = await botStore(deps.db, tenant_id).startedBy(listener_id);
    const needsStoredEvent = event.replayed === true || bots.some(canDropRuns);
    const storedEvent = needsStoredEvent ? await events.get(event_id) : undefined;
    if (storedEvent && storedEvent.outbox === undefined) return storedEvent.bot_exc_ids;
    const { bot_exc_ids: previousRunIds = [], replayed_by } = storedEvent ?? {};
    const caused = {
      event,
      times: handlingTimesOf(event_id, storedEvent),
      started: previousRunIds,
      replayed_by,
    };
    const started = await startAll(deps, bots, caused);
    const newRunIds = started.flatMap((one) => ('bot_exc_id' in one ? one.bot_exc_id : []));
    const runs = [...new Set([...previousRunIds, ...newRunIds])];
    const dropped = bots.flatMap(({ _id: bot_id, name: bot_name }, at) => {
      const reason = started[at]?.dropped;
      return reason === undefined ? [] : { bot_id, bot_name, why: reason };
    });
    const cause = started.find(({ beyond_plan }) => beyond_plan)?.dropped;
    if (cause === undefined) await events.markSent(event_id, runs, dropped);
    else await events.park(event_id, { at: isoTime(deps.clock()), cause, tries: 1 }, runs);
    return runs;
  };
