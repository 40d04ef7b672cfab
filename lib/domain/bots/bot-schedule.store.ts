import {
  type Condition,
  type Database,
  readItems,
  type Setting,
  updateItem,
} from '#lib/kernel/database.ts';
import { type Bot, bot, type LastTick } from './bot.schema.ts';
import { botTable } from './bot.table.ts';

/** The enabled scheduled bots of all tenants. The index may lag slightly behind the bots. */
export async function* scheduledBots(db: Database): AsyncGenerator<Bot> {
  const question = { table: botTable, index: 'scheduled', partition: 'scheduled' };
  for await (const item of readItems(db, question)) yield bot.parse(item);
}

const timetable = ['cron_key', 'cron_expression', 'tz_info'] as const;

/** Requires the bot's schedule to be unchanged since it was read. */
const sameTimetable = (expectedBot: Bot): Condition => {
  const presentFields = timetable.filter((name) => expectedBot[name] !== undefined);
  const conditions = timetable.map((name, index) =>
    presentFields.includes(name) ? `#n${index} = :n${index}` : `attribute_not_exists(#n${index})`,
  );
  return {
    text: ['attribute_exists(#id)', ...conditions].join(' AND '),
    names: {
      '#id': '_id',
      ...Object.fromEntries(timetable.map((name, index) => [`#n${index}`, name])),
    },
    values: Object.fromEntries(
      presentFields.map((name) => [`:n${timetable.indexOf(name)}`, expectedBot[name]]),
    ),
  };
};

/** Writes of schedules to the bots of one organisation. */
export const botScheduleStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });

  return {
    /** Marks the schedule as in sync with the bot as read; false if it has changed since. */
    markScheduled: (expectedBot: Bot): Promise<boolean> =>
      updateItem(
        db,
        botTable,
        keyOf(expectedBot._id),
        [[['schedule_pending'], undefined]],
        sameTimetable(expectedBot),
      ),

    /** Writes the outcome of a tick; false if a later one is recorded or there is no schedule. */
    recordTick: (id: string, last_tick: LastTick, run_at: string): Promise<boolean> => {
      const change: Setting[] = [
        [['last_tick'], last_tick],
        [['run_at'], run_at],
      ];
      return updateItem(db, botTable, keyOf(id), change, {
        text: 'attribute_exists(#key) AND (attribute_not_exists(#last) OR #last.#at < :at)',
        names: { '#key': 'cron_key', '#last': 'last_tick', '#at': 'at' },
        values: { ':at': last_tick.at },
      });
    },

    /** Records why the latest tick started no run after all. */
    recordSkip: (id: string, at: string, reason: string): Promise<boolean> =>
      updateItem(db, botTable, keyOf(id), [[['last_tick', 'skipped'], reason]], {
        text: '#last.#at = :at',
        names: { '#last': 'last_tick', '#at': 'at' },
        values: { ':at': at },
      }),
  };
};
