import {
  type Condition,
  type Database,
  readItems,
  type Setting,
  updateItem,
} from '#lib/kernel/database.ts';
import { type Bot, bot, type LastTick } from './bot.schema.ts';
import { botTable } from './bot.table.ts';

/** The enabled scheduled bots of all tenants. The index is a moment behind the bots. */
export async function* scheduledBots(db: Database): AsyncGenerator<Bot> {
  const question = { table: botTable, index: 'scheduled', partition: 'scheduled' };
  for await (const item of readItems(db, question)) yield bot.parse(item);
}

const timetable = ['cron_key', 'cron_expression', 'tz_info'] as const;

/** What says when a bot runs is as it was when the bot was read. */
const sameTimetable = (seen: Bot): Condition => {
  const known = timetable.filter((name) => seen[name] !== undefined);
  const same = timetable.map((name, index) =>
    known.includes(name) ? `#n${index} = :n${index}` : `attribute_not_exists(#n${index})`,
  );
  return {
    text: ['attribute_exists(#id)', ...same].join(' AND '),
    names: {
      '#id': '_id',
      ...Object.fromEntries(timetable.map((name, index) => [`#n${index}`, name])),
    },
    values: Object.fromEntries(known.map((name) => [`:n${timetable.indexOf(name)}`, seen[name]])),
  };
};

/** What schedules write into the bots of one organisation. */
export const botScheduleStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });

  return {
    /** The schedule agrees with the bot as it was read; false where the bot is another by now. */
    markScheduled: (seen: Bot): Promise<boolean> =>
      updateItem(
        db,
        botTable,
        keyOf(seen._id),
        [[['schedule_pending'], undefined]],
        sameTimetable(seen),
      ),

    /** Writes what the newest tick came to; false where a newer one came, or none is awaited. */
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

    /** Writes why the newest tick came to nothing after all. */
    recordSkip: (id: string, at: string, why: string): Promise<boolean> =>
      updateItem(db, botTable, keyOf(id), [[['last_tick', 'skipped'], why]], {
        text: '#last.#at = :at',
        names: { '#last': 'last_tick', '#at': 'at' },
        values: { ':at': at },
      }),
  };
};
