import { inventoryQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { type Figure, inFolder, processorSince } from './figure.ts';
import { instances, scanOnce } from './inventory.ts';
import { median } from './load.ts';
import { accountOf, openScanning } from './scanning.ts';

/** Queries of each kind; all but the first find their tables already loaded. */
const queriesEach = 5;

const sql = 'select instance_id as id, instance_state from aws_ec2_instance order by instance_id';

type QueryTimes = { ms: number[]; processor: number };

const formatQueryTimes = ({ ms: [first = 0, ...laterMs], processor }: QueryTimes): string =>
  [
    `the first ${(first / 1000).toFixed(1)} s`,
    `then ${(median(laterMs) / 1000).toFixed(2)} s`,
    `${(processor / queriesEach / 1000).toFixed(1)} s of processor each`,
  ].join(', ');

/** The time of queries over `count` resources: of the last scan, of its last page, and live. */
const measureQueries = (count: number): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const collector = accountOf({ aws_ec2_instance: instances(count) });
    const scanning = openScanning({ folder, collector });
    const integration_id = await scanOnce(scanning);
    const { tenant_id } = scanning.root;
    const timed = async (overrides: object, rows: number): Promise<QueryTimes> => {
      const baseQuery = { integration_type: 'aws', sql, integration_ids: [integration_id] };
      const query = { ...inventoryQuery.parse({ ...baseQuery, ...overrides }), tenant_id };
      const cpuBefore = process.cpuUsage();
      const ms: number[] = [];
      for (let n = 0; n < queriesEach; n += 1) {
        const began = performance.now();
        const answer = await scanning.queries.ask(query);
        ms.push(performance.now() - began);
        if ('error' in answer) throw new Error(answer.error);
        if (answer.count !== rows) throw new Error(`${answer.count} rows.`);
      }
      return { ms, processor: processorSince(cpuBefore) };
    };
    const limit = Math.min(count, 10_000);
    const variants = [
      [`SQL over the last scan of ${count} resources, a page of ${limit}`, { limit }],
      [`the same, its last page`, { limit, page: Math.ceil(count / limit) }],
      [`the same, live: read, loaded and asked each time`, { limit, mode: 'live' }],
    ] as const;
    const figures: Figure[] = [];
    for (const [label, overrides] of variants) {
      const queryTimes = await timed(overrides, limit);
      const worst = Math.max(...queryTimes.ms) / 1000;
      figures.push({
        label,
        measured: formatQueryTimes(queryTimes),
        goals: [{ value: worst, unit: 's', atMost: 10 }],
      });
    }
    await scanning.close();
    return figures;
  });

export const queryFigures = async (): Promise<Figure[]> => [
  ...(await measureQueries(10_000)),
  ...(await measureQueries(50_000)),
];
