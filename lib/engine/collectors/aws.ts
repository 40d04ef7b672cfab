import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import {
  type AwsReader,
  AwsReadError,
  type OpenAwsReader,
} from '#lib/domain/integrations/aws/service-read.schema.ts';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import { CannotCollect, type Collector, type CollectRequest } from '#lib/ports/collector.ts';
import {
  addedMembers,
  type CallOf,
  closedRegionsSentence,
  isNotFoundError,
  itemsIn,
  mergePages,
  readErrorSentence,
  regionsOf,
} from './aws/account.ts';
import { mapConcurrently, mergeConcurrently } from './aws/concurrent.ts';
import { permissionsOfTable } from './aws/permissions.ts';
import { rowOf } from './aws/row.ts';
import { type AwsTable, callsOf, type Item, permissionOf, type ReadLocation } from './aws/table.ts';
import type { DetailCall, ListCall, ReadCall } from './aws/table.ts';
import { awsTables } from './aws/tables.ts';

/** How many regions, and resources of a page, are read concurrently. */
const regionsAtOnce = 6;
const resourcesAtOnce = 8;

/** The pause (ms) between polls for a report of AWS, and how many of them there are at most. */
const reportPause = 2000;
const maxReportPolls = 60;

/** The session policy for one table: it permits only the calls that read it. */
export const policyOf = (table: AwsTable): string => {
  const Statement = [{ Effect: 'Allow', Action: permissionsOfTable(table), Resource: '*' }];
  return JSON.stringify({ Version: '2012-10-17', Statement });
};

/**
 * The number of tables that are read with calls of a service. The single call of each table that
 * lists the regions is not counted.
 */
const countTablesCalling = (servicePackage: string): number =>
  Object.values(awsTables).filter((table) =>
    callsOf(table).some(({ service }) => service.package === servicePackage),
  ).length;

type Reading = Pick<CollectRequest, 'table' | 'problem' | 'closed' | 'signal'> & {
  definition: AwsTable;
  reader: AwsReader;
  /** The region for calls about global resources. */
  home: string;
};

const pagesOf = (reading: Reading, call: ReadCall, region: string, parameters: Item) =>
  reading.reader.pages({ ...call, region, parameters });

async function* listItems(
  reading: Reading,
  call: ListCall,
  readLocation: ReadLocation,
  parent: Item,
): AsyncGenerator<readonly Item[]> {
  const callParameters = call.with?.(readLocation, parent) ?? {};
  const region = readLocation.region === 'global' ? reading.home : readLocation.region;
  for (let parameters of [callParameters].flat() as Item[]) {
    try {
      for (;;) {
        let next: unknown;
        for await (const page of pagesOf(reading, call, region, parameters)) {
          const items = itemsIn(page, call.items);
          if (items.length > 0) yield items.map((one) => ({ ...one, Parent: parent }));
          next = call.next && items.length > 0 ? Object(page)[call.next] : undefined;
        }
        if (call.next === undefined || !next) break;
        parameters = { ...parameters, [call.next]: next };
      }
    } catch (error) {
      if (!isNotFoundError(error, call)) throw toFailedCall(error, call);
      if (call.orEmpty) yield [{}];
    }
  }
}

/** An error together with the call that failed. */
class FailedCall extends Error {
  readonly error: AwsReadError;
  readonly permission: string;
  readonly sentence: string;

  constructor(error: AwsReadError, call: ReadCall, subject: CallOf) {
    super(error.message);
    this.error = error;
    this.permission = permissionOf(call);
    this.sentence = readErrorSentence(error, call, subject);
  }
}

const toFailedCall = (error: unknown, call: ReadCall, subject: CallOf = 'account'): unknown =>
  error instanceof AwsReadError ? new FailedCall(error, call, subject) : error;

const readDetail = async (
  reading: Reading,
  call: DetailCall,
  item: Item,
  readLocation: ReadLocation,
): Promise<Item> => {
  if (call.isNeeded && !call.isNeeded(item)) return {};
  const region = readLocation.region === 'global' ? reading.home : readLocation.region;
  try {
    const answer = await mergePages(pagesOf(reading, call, region, call.with(item, readLocation)));
    return addedMembers(answer, call.resultPath, call.memberName);
  } catch (error) {
    if (isNotFoundError(error, call)) return {};
    throw toFailedCall(error, call, 'resource');
  }
};

/** The row of a resource; undefined, with a problem reported, if it could not be read in full. */
const readRow = async (
  reading: Reading,
  item: Item,
  listLocation: ReadLocation,
): Promise<Row | undefined> => {
  const { definition, table, problem } = reading;
  const readLocation = {
    ...listLocation,
    region: definition.regionOf?.(item, listLocation) ?? listLocation.region,
  };
  let fullItem = item;
  try {
    for (const call of definition.details ?? []) {
      fullItem = { ...fullItem, ...(await readDetail(reading, call, fullItem, readLocation)) };
    }
    return rowOf(table, definition, fullItem, listLocation);
  } catch (error) {
    // An incomplete row would look as if the missing features were switched off.
    if (!(error instanceof FailedCall) || error.error.kind === 'shut out') throw error;
    const { region } = readLocation;
    const sentence = `Not every resource in ${region} could be read. ${error.sentence}`;
    problem(sentence, region, rowOf(table, definition, fullItem, listLocation));
    return undefined;
  }
};

const awaitReport = async (reading: Reading, { region }: ReadLocation): Promise<void> => {
  const { reportCall } = reading.definition;
  if (!reportCall) return;
  const callRegion = region === 'global' ? reading.home : region;
  for (let polls = 0; polls < maxReportPolls; polls += 1) {
    try {
      if (reportCall.isDone(await mergePages(pagesOf(reading, reportCall, callRegion, {})))) return;
    } catch (error) {
      throw toFailedCall(error, reportCall);
    }
    await pause(reportPause, undefined, { signal: reading.signal });
  }
};

async function* readRegion(
  reading: Reading,
  readLocation: ReadLocation,
): AsyncGenerator<readonly Row[]> {
  const { parentCall, list, isIncluded = () => true } = reading.definition;
  await awaitReport(reading, readLocation);
  const parents = parentCall ? listItems(reading, parentCall, readLocation, {}) : [[{}]];
  for await (const parentBatch of parents) {
    for (const parent of parentBatch) {
      for await (const items of listItems(reading, list, readLocation, parent)) {
        const includedItems = items.filter((one) => isIncluded(one, readLocation));
        const rows = await mapConcurrently(includedItems, resourcesAtOnce, (one) =>
          readRow(reading, one, readLocation),
        );
        yield rows.filter((row) => row !== undefined);
      }
    }
  }
}

type Failures = { sentences: string[]; closed: { region: string; permission: string }[] };

/** The rows of one region; its failure does not affect other regions. */
async function* rowsOfRegion(
  reading: Reading,
  readLocation: ReadLocation,
  failures: Failures,
): AsyncGenerator<readonly Row[]> {
  try {
    yield* readRegion(reading, readLocation);
  } catch (error) {
    if (!(error instanceof FailedCall)) throw error;
    if (error.error.kind === 'shut out') throw new CannotCollect(error.sentence);
    if (error.error.kind === 'closed') {
      failures.closed.push({ region: readLocation.region, permission: error.permission });
      return;
    }
    failures.sentences.push(error.sentence);
    reading.problem(`${readLocation.region}: ${error.sentence}`, readLocation.region);
  }
}

/** Reports the regions that are closed by a policy, in one sentence for each denied call. */
const reportClosedRegions = ({ closed }: Reading, failures: Failures): string | undefined => {
  const byRight = Map.groupBy(failures.closed, ({ permission }) => permission);
  const sentences = [...byRight].map(([permission, closedRegions]) => {
    const regions = closedRegions.map((one) => one.region);
    const sentence = closedRegionsSentence(permission, regions);
    for (const name of regions) closed(sentence, name);
    return sentence;
  });
  return sentences[0];
};

/** All rows of a table. Throws `CannotCollect` where no region could be read. */
async function* allRows(
  reading: Reading,
  account: Omit<ReadLocation, 'region'>,
): AsyncGenerator<readonly Row[]> {
  if (reading.definition.scope === 'global') {
    try {
      yield* readRegion(reading, { ...account, region: 'global' });
    } catch (error) {
      throw error instanceof FailedCall ? new CannotCollect(error.sentence) : error;
    }
    return;
  }
  const regions = await regionsOf(reading.reader, reading.home);
  const failures: Failures = { sentences: [], closed: [] };
  const sources = regions.map(
    (name) => () => rowsOfRegion(reading, { ...account, region: name }, failures),
  );
  yield* mergeConcurrently(sources, regionsAtOnce);
  const closed = reportClosedRegions(reading, failures);
  const [first = closed] = failures.sentences;
  const unread = failures.sentences.length + failures.closed.length;
  if (first !== undefined && unread === regions.length) {
    throw new CannotCollect(`No region could be read. ${first}`);
  }
}

const roleOf = ({ values, tenant_id, _id: accountId }: Integration) => {
  const { role_arn = '', external_id = '', region = '' } = values;
  const [, partition = '', , , account_id = ''] = role_arn.split(':');
  return {
    owner: { tenant_id, accountId },
    role: { role_arn, external_id },
    account: { partition, account_id },
    home: region,
  };
};

/** Reads a connected AWS account, each table in a session that permits only its calls. */
export const awsCollector = (openReader: OpenAwsReader): Collector => ({
  tables: async () => Object.keys(awsTables),

  rows: async function* ({ integration, table, signal, problem, closed }) {
    const definition = awsTables[table];
    if (!definition) throw new CannotCollect(`Scans of AWS do not read the table ${table}.`);
    const { owner, role, account, home } = roleOf(integration);
    const policy = policyOf(definition);
    const reader = await openReader({
      owner,
      role,
      session: 'cloudwarden-inventory',
      policy,
      signal,
      sharers: countTablesCalling,
    });
    try {
      yield* allRows({ table, signal, problem, closed, definition, reader, home }, account);
    } catch (error) {
      if (!(error instanceof FailedCall)) throw error;
      throw new CannotCollect(error.sentence);
    } finally {
      reader.close();
    }
  },
});
