import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundleEntry } from '#lib/stack/bundles.ts';
import { bundledFunctions } from '#test/support/bundles.ts';
import { deployedFunctions, functionEnvironment } from '#test/support/deployment.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { median } from './load.ts';

/** Milliseconds of processor time to import the bundle, in a separate process. */
const script = `
  const before = process.cpuUsage();
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
  process.exit();`;

const run = promisify(execFile);

const measureImport = async (bundle: string, env: Record<string, string>): Promise<number> => {
  const url = pathToFileURL(bundle).href;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script, url], {
    env,
  });
  return Number(stdout);
};

/** Some functions read a secret before they handle calls. */
const openSecretsService = async () => {
  const server = createServer((_, answer) => answer.end('{"SecretString":"secret"}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
};

type ImportTime = { name: string; ms: number };

type ImportTimes = {
  /** Import times, the slowest first. */
  functions: ImportTime[];
  /** A function that only reads an item. */
  bare: number;
};

/** The time that a cold start of each function spends on loading its bundle. */
export const timeImports = async (times: number): Promise<ImportTimes> => {
  const { folder, remove } = await bundledFunctions();
  const bareFolder = temporaryFolder();
  await bundleEntry(process.cwd(), 'test/bench/bare-client.ts', bareFolder.folder);
  const service = await openSecretsService();
  const account = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: service.url,
  };
  const medianOf = async (bundleFolder: string, environment: Record<string, string>) => {
    const durations: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const env = { ...environment, ...account };
      durations.push(await measureImport(join(bundleFolder, 'index.mjs'), env));
    }
    return median(durations);
  };
  const environmentOf = functionEnvironment();
  const measured: ImportTime[] = [];
  for (const name of deployedFunctions.filter((one) => one !== 'python')) {
    measured.push({ name, ms: await medianOf(join(folder, name), environmentOf(name)) });
  }
  const bare = await medianOf(bareFolder.folder, {});
  service.close();
  bareFolder.remove();
  remove();
  return { functions: measured.sort((a, b) => b.ms - a.ms), bare };
};
