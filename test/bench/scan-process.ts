// Scans accounts of a simulated cloud, in a separate process that reports its memory.
import { openServiceReads } from '#lib/aws/service-reads.ts';
import { scanStore } from '#lib/domain/inventory/scans/scan.store.ts';
import { awsCollector } from '#lib/engine/collectors/aws.ts';
import { openScanning } from './scanning.ts';
import { scannedTables } from './throttling-cloud.ts';

export type ScanRequest = { endpoint: string; folder: string; roles: readonly string[] };
export type ScanMeasurement = { seconds: number; failed: number; rows: number; peak: number };

const { endpoint, folder, roles }: ScanRequest = JSON.parse(process.argv[2] ?? '');
const ownCredentials = {
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
};
const reads = openServiceReads({ stsConfig: ownCredentials, services: { endpoint } });
const collector = { ...awsCollector(reads), tables: async () => scannedTables };
const scanning = openScanning({ folder, collector });
const { db, root, inventory } = scanning;
const accounts: string[] = [];
for (const role of roles) accounts.push(await scanning.connect(role));

const began = performance.now();
const scans = await Promise.all(
  accounts.map((integration_id) => inventory.startInventoryExecution(root, { integration_id })),
);
await scanning.idle();
const seconds = (performance.now() - began) / 1000;

let [failed, rows] = [0, 0];
for (const { _id } of scans) {
  const found = await scanStore(db, root.tenant_id).get(_id);
  const results = Object.values(found?.results ?? {});
  const isComplete =
    results.length === scannedTables.length && results.every(({ state }) => state === 'collected');
  if (found?.state !== 'SUCCEEDED' || !isComplete) failed += 1;
  for (const one of results) rows += one.rows;
}
const peak = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ seconds, failed, rows, peak } satisfies ScanMeasurement));
await scanning.close();
process.exit();
