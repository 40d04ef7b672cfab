import { type Database, type Item, type Question, readItems } from '#lib/kernel/database.ts';
import { executionTable, laneTable } from '../executions/execution.table.ts';
import { standingsOf } from '../executions/outcome/standing.rules.ts';
import type { Standing } from '../executions/outcome/standing.schema.ts';
import { laneRecord, type LaneRecord, type RunRecord, runRecord } from './run-record.schema.ts';

/** How many lanes of a run are read, outer ones first. */
const maxLanes = 20;

const endedStandings = standingsOf(['SUCCEEDED', 'FAILED', 'CANCELLED']);

const take = async (items: AsyncGenerator<Item>, maxCount: number): Promise<Item[]> => {
  const taken: Item[] = [];
  for await (const item of items) if (taken.push(item) === maxCount) break;
  return taken;
};

/** The records of one organisation's runs; values that are stored in files are not read. */
export const runRecordStore = (db: Database, tenantId: string) => {
  const lanesOf = async (id: string): Promise<LaneRecord[]> => {
    const question = {
      table: laneTable,
      partition: `${tenantId}#${id}`,
      attributes: Object.keys(laneRecord.shape),
    };
    const items = await take(readItems(db, question, { limit: maxLanes }), maxLanes);
    return items.map((item) => laneRecord.parse(item));
  };

  return {
    /** The newest ended runs of a bot, with their lanes; other runs are not read. */
    async newestEnded(botId: string, maxCount: number): Promise<RunRecord[]> {
      const question = (standing: Standing): Question => ({
        table: executionTable,
        index: 'by_bot_state',
        partition: `${tenantId}#${botId}`,
        prefix: `${standing}#`,
        descending: true,
        attributes: Object.keys(runRecord.shape),
      });
      const [first, ...rest] = endedStandings.map(question);
      if (!first) return [];
      const found: RunRecord[] = [];
      for (const item of await take(
        readItems(db, [first, ...rest], { limit: maxCount }),
        maxCount,
      )) {
        const run = runRecord.parse(item);
        const hasLanes = Object.values(run.results).some(({ lanes }) => lanes !== undefined);
        found.push({ ...run, lanes: hasLanes ? await lanesOf(run._id) : [] });
      }
      return found;
    },
  };
};
