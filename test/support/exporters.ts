import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How a fake exporter behaves, whatever it is called with; `lines` are its rows as written. */
export type ExporterBehaviour = {
  lines?: readonly string[];
  /** How many times the rows are repeated. */
  times?: number;
  /** Columns that it does not have: it fails when one is selected. */
  lacks?: readonly string[];
  stderr?: string;
  code?: number;
  /** It ends only when killed. */
  hangs?: boolean;
};

/** A stand-in for an operator's program: it records how it was called, and behaves as set. */
const program = `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const [table, ...flags] = process.argv.slice(2);
const { env, pid } = process;
appendFileSync(join(__dirname, 'calls'), JSON.stringify({ table, flags, env, pid }) + '\\n');
const told = JSON.parse(readFileSync(join(__dirname, 'exporting.json'), 'utf8'));
const selected = flags[flags.indexOf('--select') + 1].split(',');
const missing = (told.lacks ?? []).find((name) => selected.includes(name));
if (missing) {
  console.error('Error: column ' + missing + ' does not exist');
  process.exit(1);
}
let left = told.times ?? 1;
const text = (told.lines ?? []).map((line) => line + '\\n').join('');
const end = () => {
  if (told.stderr) process.stderr.write(told.stderr);
  if (told.hangs) return void setInterval(() => {}, 1000);
  process.exitCode = told.code ?? 0;
};
const write = () => {
  while (left > 0) {
    left -= 1;
    if (!process.stdout.write(text)) return void process.stdout.once('drain', write);
  }
  end();
};
write();
`;

type Call = { table: string; flags: string[]; env: Record<string, string>; pid: number };

/** A folder with exporters for these plugins. */
export const openExporters = async (plugins: readonly string[], first: ExporterBehaviour = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'exporters-'));
  const tell = (behaviour: ExporterBehaviour) =>
    writeFile(join(folder, 'exporting.json'), JSON.stringify(behaviour));
  await tell(first);
  for (const plugin of plugins) {
    const path = join(folder, `steampipe_export_${plugin}`);
    await writeFile(path, program);
    await chmod(path, 0o755);
  }
  return {
    folder,
    environment: { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` },
    /** Sets how they behave from now on. */
    tell,
    /** From now on they do not answer. */
    hold: () => writeFileSync(join(folder, 'exporting.json'), JSON.stringify({ hangs: true })),
    /** The calls that they received. */
    calls: async (): Promise<Call[]> => {
      const text = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Call);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
};
