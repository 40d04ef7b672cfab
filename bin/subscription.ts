// `npm run subscription -- '{ "tenant_id": "org_…", … }'`: records an organisation's subscription
// in the embedded edition while the server is stopped. Without arguments it lists them.
import { organisationTable } from '#lib/domain/organisations/organisation.table.ts';
import { operatorSubscription } from '#lib/domain/subscriptions/operator.schema.ts';
import { recordSubscription } from '#lib/domain/subscriptions/operator.service.ts';
import { type LocalDatabase, openDatabase } from '#lib/local/database.ts';
import { tables } from '#lib/tables.ts';
import { inputRefusalOf } from '#lambdas/input.ts';
import { runOnStoppedServer } from './stopped-server.ts';

const parseSubscription = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('The subscription is not JSON. See docs/operations.md.', { cause });
  }
};

const organisationsOf = async (db: LocalDatabase) =>
  (await db.itemsOf(organisationTable))
    .filter(({ _id }) => _id === 'organisation')
    .map(({ tenant_id, name, roots }) => ({ tenant_id, name, roots: Object.keys(Object(roots)) }));

const runCommand = async (db: LocalDatabase, text: string | undefined): Promise<unknown> => {
  if (text === undefined) return organisationsOf(db);
  const { data, error } = operatorSubscription.safeParse(parseSubscription(text));
  if (!data) throw inputRefusalOf(error);
  return recordSubscription({ db, clock: () => Date.now() })(data);
};

await runOnStoppedServer(async (_settings, path) => {
  const db = openDatabase({ path, tables, cursorKey: () => '' });
  try {
    console.log(JSON.stringify(await runCommand(db, process.argv[2]), null, 2));
  } finally {
    await db.close();
  }
});
