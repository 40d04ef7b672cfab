import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { awsCollector } from '#lib/engine/collectors/aws.ts';
import { openServiceReads } from '#lib/aws/service-reads.ts';
import { clientOf } from '#test/support/loopback.ts';
import { type Figure, inFolder } from './figure.ts';
import type { ScanMeasurement, ScanRequest } from './scan-process.ts';
import { openScanning } from './scanning.ts';
import { openThrottlingCloud, scannedTables } from './throttling-cloud.ts';

const run = promisify(execFile);

/** Scans the accounts at once, in a separate process. */
const measureScans = async (accounts: number, rows: number) => {
  const cloud = await openThrottlingCloud(accounts, rows);
  try {
    return await inFolder(async (folder) => {
      const request: ScanRequest = { endpoint: cloud.endpoint, folder, roles: cloud.roles.names };
      const script = join(import.meta.dirname, 'scan-process.ts');
      const { stdout } = await run(process.execPath, [script, JSON.stringify(request)]);
      const measurement: ScanMeasurement = JSON.parse(stdout);
      return { ...measurement, ...cloud.counts };
    });
  } finally {
    await cloud.close();
  }
};

/** Ten accounts compared with a hundred: how time and memory grow. */
export const scanFigures = async (rows: number): Promise<Figure[]> => {
  const few = await measureScans(10, rows);
  const many = await measureScans(100, rows);
  const formatScans = ({ seconds, failed, peak, calls, throttled }: typeof few) =>
    `${seconds.toFixed(1)} s, ${failed} failed, peak ${peak.toFixed(0)} MB, ` +
    `${throttled} of ${calls} calls throttled`;
  const scale = rows === 1000 ? '' : ` (scaled down from 1000)`;
  return [
    {
      label: `scans of 10 and 100 accounts of ${scannedTables.length} tables of ${rows} rows${scale}`,
      measured: [
        formatScans(few),
        formatScans(many),
        `memory ${(many.peak / few.peak).toFixed(2)} times`,
        `time ${(many.seconds / few.seconds).toFixed(1)} times`,
      ].join('; '),
      goals: [
        { of: 'failed', value: few.failed + many.failed, atMost: 0 },
        { of: 'memory', value: many.peak / few.peak, unit: 'times', atMost: 1.2 },
        { of: 'time', value: many.seconds / few.seconds, unit: 'times', atMost: 10 },
      ],
    },
  ];
};

/** Time from the click to the end of a cancelled scan of a very large account. */
export const cancelFigures = async (): Promise<Figure[]> => {
  const cloud = await openThrottlingCloud(1, 100_000);
  try {
    return await inFolder(async (folder) => {
      const serviceReads = openServiceReads({
        stsConfig: clientOf(cloud),
        services: { endpoint: cloud.endpoint },
      });
      const collector = { ...awsCollector(serviceReads), tables: async () => scannedTables };
      const scanning = openScanning({ folder, collector });
      const { inventory, root } = scanning;
      const [role = ''] = cloud.roles.names;
      const integration_id = await scanning.connect(role);
      const execution = await inventory.startInventoryExecution(root, { integration_id });
      const execution_id = execution._id;
      await pause(3000);
      const began = performance.now();
      await inventory.cancelInventoryExecution(root, { execution_id });
      await scanning.idle();
      const seconds = (performance.now() - began) / 1000;
      const { state, rows } = await inventory.getInventoryExecution(root, { execution_id });
      await scanning.close();
      return [
        {
          label: 'a scan that is cancelled, from the click to its end',
          measured: `${seconds.toFixed(1)} s, ${state}, ${rows} rows kept`,
          goals: [{ value: seconds, unit: 's', atMost: 5 }],
        },
      ];
    });
  } finally {
    await cloud.close();
  }
};
