import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import { pluginOf } from '#lib/domain/inventory/scans/collector.rules.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { readableColumns, tableColumns, tablesOf } from '#lib/domain/inventory/table-columns.ts';
import { parseLossyNumbersAsText } from '#lib/kernel/json.ts';
import { CannotCollect, type Collector, type CollectRequest } from '#lib/ports/collector.ts';
import { type ExporterOutcome, runExporter } from './exporter-process.ts';

/** The folder of the exporters, and the environment variables that they see. */
export type ExporterFolder = {
  folder: string;
  environment: Readonly<Record<string, string>>;
};

/** Steampipe exporters that the operator has put into a folder: `steampipe_export_<plugin>`. */
export type SteampipeExporters = ExporterFolder & {
  /** The connections of the exporters' configuration through which an integration is read. */
  connectionsOf: (integration: Integration) => readonly string[];
};

const rowsAtOnce = 1000;

/** The most columns that an exporter of another release may lack; each call reports only one. */
const maxMissingColumns = 40;

const missingColumn = /column '?"?(\w+)'?"? does not exist/i;

const operatorAdvice = 'Contact the operator of this server.';

type TableSource = { plugin: string; connection: string };

/** How an exporter reads a table; undefined where no connection belongs to the table's plugin. */
const sourceOf = (
  { connectionsOf }: SteampipeExporters,
  integration: Integration,
  table: string,
): TableSource | undefined => {
  if (!tableColumns(table)) return undefined;
  const plugin = pluginOf(table);
  const connection = connectionsOf(integration).find((name) => pluginOf(name) === plugin);
  return connection === undefined ? undefined : { plugin, connection };
};

const programOf = (folder: string, plugin: string): string =>
  join(folder, `steampipe_export_${plugin}`);

const isExecutable = async (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Exporters write JSON columns as text inside the JSON of a row. */
const valueOf = (type: string | undefined, value: unknown): unknown => {
  if (type !== 'jsonb' || typeof value !== 'string') return value;
  try {
    return parseLossyNumbersAsText(value);
  } catch {
    return value;
  }
};

const rowIn = (table: string, columns: readonly string[], found: Row): Row => {
  const types = tableColumns(table);
  const entries = columns.flatMap((name) => {
    const value = valueOf(types?.[name], found[name]);
    return value === null || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
};

/** One call of the exporter. The connection refers to the credentials; it does not contain them. */
const callOf = (
  { folder, environment }: SteampipeExporters,
  { plugin, connection }: TableSource,
  table: string,
  columns: readonly string[],
) => ({
  program: programOf(folder, plugin),
  args: [table, '--connection', connection, '--output', 'jsonl', '--select', columns.join(',')],
  environment,
});

async function* listsOf(
  rows: AsyncIterable<Row>,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Row[]> {
  let list: Row[] = [];
  for await (const row of rows) {
    list.push(rowIn(table, columns, row));
    if (list.length < rowsAtOnce) continue;
    yield list;
    list = [];
  }
  if (list.length > 0) yield list;
}

/** Reads with the columns that the exporter has; a missing one is only known from the error. */
async function* rowsOf(
  exporters: SteampipeExporters,
  source: TableSource,
  { table, signal }: CollectRequest,
): AsyncGenerator<Row[]> {
  let columns = readableColumns(table);
  for (let missingCount = 0; ; missingCount += 1) {
    const outcome: ExporterOutcome = {};
    const call = callOf(exporters, source, table, columns);
    yield* listsOf(runExporter(call, signal, outcome), table, columns);
    if (outcome.reason === undefined) return;
    const [, name] = missingColumn.exec(outcome.reason) ?? [];
    const remaining = columns.filter((column) => column !== name);
    const isRepeated =
      remaining.length < columns.length && remaining.length > 0 && missingCount < maxMissingColumns;
    if (!isRepeated || outcome.hasRows) {
      const problem = `The Steampipe exporter could not read the table ${table}`;
      throw new CannotCollect(`${problem}: ${outcome.reason.replace(/\.*$/, '.')}`);
    }
    columns = remaining;
  }
}

/** Reads through Steampipe exporters: any plugin that the operator provides, without a service. */
export const exporterCollector = (exporters: SteampipeExporters): Collector => ({
  tables: async (integration) => {
    const { folder, connectionsOf } = exporters;
    const plugins = [...new Set(connectionsOf(integration).map(pluginOf))];
    for (const plugin of plugins) {
      if (await isExecutable(programOf(folder, plugin))) continue;
      const name = `steampipe_export_${plugin}`;
      throw new CannotCollect(
        `There is no program ${name} that this server can run. ${operatorAdvice}`,
      );
    }
    return tablesOf(integration.cspName).filter((table) => plugins.includes(pluginOf(table)));
  },

  rows: async function* (request) {
    const source = sourceOf(exporters, request.integration, request.table);
    if (!source) {
      throw new CannotCollect(
        `No Steampipe exporter has the table ${request.table}. ${operatorAdvice}`,
      );
    }
    yield* rowsOf(exporters, source, request);
  },
});
