import { tablesReadBy } from '#lib/domain/compliance/rule-sql.rules.ts';
import { complianceService } from '#lib/domain/compliance/compliance.service.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { noQueries } from '#test/support/no-queries.ts';
import { atMostMs, type Figure, inFolder, processorSince } from './figure.ts';
import { percentile } from './load.ts';
import { accountOf, openScanning, type Scanning } from './scanning.ts';

/** An account with `count` resources like those of the sample. */
const tablesLikeSample = (count: number): Record<string, Row[]> => {
  const tables = Object.entries(awsProduction).filter(([, rows]) => rows.length > 0);
  const rowsPerTable = Math.ceil(count / tables.length);
  const copy = (row: Row, n: number): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' && /(^|_)(arn|id|name)$/.test(name) && !name.startsWith('account')
          ? `${value}-${n}`
          : value,
      ]),
    );
  return Object.fromEntries(
    tables.map(([table, rows]) => [
      table,
      Array.from({ length: rowsPerTable }, (_, n) => copy(rows[n % rows.length] ?? {}, n)),
    ]),
  );
};

/** Scans a new account once; returns its id. */
export const scanOnce = async (scanning: Scanning): Promise<string> => {
  const integration_id = await scanning.connect('arn:aws:iam::111122223333:role/bench');
  const { inventory, root } = scanning;
  const { _id: execution_id } = await inventory.startInventoryExecution(root, { integration_id });
  await scanning.idle();
  const { state, cause = '' } = await inventory.getInventoryExecution(root, { execution_id });
  if (state !== 'SUCCEEDED') throw new Error(`The scan ended ${state}: ${cause}`);
  return integration_id;
};

export const ruleFigures = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const awsRules = rules.filter((rule) => rule.integration_type === 'aws');
    const collector = accountOf(tablesLikeSample(10_000));
    const scanning = openScanning({ folder, collector, rules: awsRules });
    const cpuBefore = process.cpuUsage();
    await scanOnce(scanning);
    const processor = processorSince(cpuBefore) / 1000;
    const seconds = scanning.durations.evaluation / 1000;
    await scanning.close();
    const asMany = (seconds / awsRules.length) * 150;
    return [
      {
        label: `the ${awsRules.length} rules of AWS over one account of 10,000 resources`,
        measured: [
          `${seconds.toFixed(1)} s, for 150 rules ${asMany.toFixed(1)} s`,
          `${processor.toFixed(1)} s of processor with the scan`,
        ].join('; '),
        goals: [{ of: '150 rules', value: asMany, unit: 's', atMost: 20 }],
      },
    ];
  });

export const instances = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    ...awsProduction.aws_ec2_instance?.[0],
    instance_id: `i-${n}`,
    arn: `arn:aws:ec2:eu-west-1:111122223333:instance/i-${n}`,
    instance_state: n === count - 1 ? 'stopped' : 'running',
  }));

/** Searches of each kind. */
const searchesEach = 10;

const measureSearch = (count: number): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const collector = accountOf({ aws_ec2_instance: instances(count) });
    const scanning = openScanning({ folder, collector });
    await scanOnce(scanning);
    const { inventory, root } = scanning;
    const stopped = {
      all: [{ column: 'instance_state', operator: 'is' as const, value: 'stopped' }],
    };
    const figures: Figure[] = [];
    const searches = {
      'without a filter': undefined,
      'where the last one alone is meant': stopped,
    };
    for (const [label, match] of Object.entries(searches)) {
      const times: number[] = [];
      const cpuBefore = process.cpuUsage();
      for (let n = 0; n < searchesEach; n += 1) {
        const began = performance.now();
        const query = { resource_type: 'aws_ec2_instance', match, number_of_items: 10 };
        const { items } = await inventory.searchResources(root, query);
        times.push(performance.now() - began);
        if (items.length === 0) throw new Error('Nothing was found.');
      }
      const processor = processorSince(cpuBefore) / searchesEach;
      const sorted = times.sort((one, other) => one - other);
      figures.push({
        label: `first page of a search in ${count} resources, ${label}`,
        measured: [
          `p50 ${percentile(sorted, 0.5).toFixed(0)} ms`,
          `worst ${sorted.at(-1)?.toFixed(0)} ms`,
          `${processor.toFixed(0)} ms of processor`,
        ].join(', '),
        goals: [atMostMs(count > 5000 ? 1000 : 100, percentile(sorted, 0.5), 'p50')],
      });
    }
    await scanning.close();
    return figures;
  });

export const searchFigures = async (): Promise<Figure[]> => [
  ...(await measureSearch(5000)),
  ...(await measureSearch(100_000)),
];

/** All pages of compliance.csv over the findings of one rule, as the console requests them. */
const measureExport = (count: number) =>
  inFolder(async (folder) => {
    const rule = rules.find(
      (one) => one.frameworks.length > 0 && tablesReadBy(one.sql).join() === 'aws_ec2_instance',
    );
    const [framework] = rule?.frameworks ?? [];
    if (!rule || !framework) throw new Error('No rule is about instances.');
    const collector = accountOf({ aws_ec2_instance: instances(count) });
    const scanning = openScanning({ folder, collector, rules: [rule] });
    await scanOnce(scanning);
    const { db, files, clock, root } = scanning;
    const { exportCompliance } = complianceService({ db, files, clock, queries: noQueries });
    const query = { benchmark: framework.benchmark };
    const before = process.memoryUsage().heapUsed;
    const cpuBefore = process.cpuUsage();
    const began = performance.now();
    let [first, lines, peak, next]: [number, number, number, string | undefined] = [
      0,
      0,
      0,
      undefined,
    ];
    do {
      const page = await exportCompliance(root, { ...query, ...(next && { next }) });
      first ||= performance.now() - began;
      lines += page.items.length;
      peak = Math.max(peak, process.memoryUsage().heapUsed - before);
      ({ next } = page);
    } while (next !== undefined);
    const all = performance.now() - began;
    const processor = processorSince(cpuBefore);
    await scanning.close();
    if (lines !== count) throw new Error(`${lines} lines.`);
    return { first, all, processor, peak: peak / 2 ** 20 };
  });

export const exportFigures = async (): Promise<Figure[]> => {
  const few = await measureExport(10_000);
  const many = await measureExport(100_000);
  const formatTimes = ({ first, all, processor, peak }: typeof few) =>
    `first ${first.toFixed(0)} ms, all ${(all / 1000).toFixed(1)} s, ` +
    `${(processor / 1000).toFixed(1)} s of processor, heap +${peak.toFixed(0)} MB`;
  return [
    {
      label: 'compliance.csv of 10,000 and of 100,000 findings of one rule',
      measured: `${formatTimes(few)}; ${formatTimes(many)}`,
      goals: [
        atMostMs(1000, Math.max(few.first, many.first), 'first byte'),
        {
          of: 'heap of ten times as many',
          value: many.peak - few.peak,
          unit: 'MB more',
          atMost: 50,
        },
      ],
    },
  ];
};
