import { type Database, readItems, updateItem } from '#lib/kernel/database.ts';
import { readFirst } from '#lib/kernel/lists.ts';
import { entityStore, existsCondition } from '#lib/kernel/entities.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { containsText } from '#lib/kernel/text.ts';
import { hasAccountId, stateOf } from './integration.rules.ts';
import {
  type Integration,
  integration,
  type IntegrationState,
  type SampleCall,
} from './integration.schema.ts';
import { integrationTable } from './integration.table.ts';

type Filter = {
  alias?: string | undefined;
  accountId?: string | undefined;
  state?: IntegrationState | undefined;
  integration_type?: readonly string[] | undefined;
  group?: string | undefined;
  agentTag?: string | undefined;
  /** The integrations with an agent that matches `agentTag`. */
  tagged?: ReadonlySet<string> | undefined;
  /** The current time (ms): a test that should have ended before it counts as failed. */
  now: number;
};

const matchesFilter =
  ({ alias, accountId, state, integration_type, group, tagged, now }: Filter) =>
  (one: Integration): boolean =>
    containsText(one.alias, alias) &&
    hasAccountId(one, accountId) &&
    (!state || stateOf(one, now).integrationState === state) &&
    (!integration_type || integration_type.includes(one.cspName)) &&
    (!group || one.groups.includes(group)) &&
    (!tagged || tagged.has(one._id));

/** Stores a call of a sample account; false if that account was deleted. */
export const keepSampleCall = (
  db: Database,
  { tenant_id, accountId }: { tenant_id: string; accountId: string },
  key: string,
  call: SampleCall,
): Promise<boolean> =>
  updateItem(db, integrationTable, { tenant_id, _id: accountId }, [[['sample_calls', key], call]], {
    text: 'attribute_exists(#calls)',
    names: { '#calls': 'sample_calls' },
  });

/** The integrations of one organisation, with their secrets sealed. */
export const integrationStore = (db: Database, tenantId: string) => {
  const integrations = entityStore<Integration>(db, {
    table: integrationTable,
    tenantId,
    parse: (item) => integration.parse(item),
    nameOf: ({ alias }) => alias,
    descending: true,
  });

  const change = integrations.change;

  return {
    get: integrations.get,
    all: integrations.all,

    page: (request: PageRequest, filter: Filter): Promise<Page<Integration>> => {
      const { alias, accountId, state, integration_type, group, agentTag } = filter;
      const scope = [alias, accountId, state, integration_type, group, agentTag];
      return integrations.page(request, scope, matchesFilter(filter));
    },

    underName: integrations.underName,
    create: integrations.create,
    revise: integrations.revise,
    delete: integrations.delete,

    /** Starts a test; false if the integration was deleted or is being tested (`now`: ISO time). */
    beginTest: (
      id: string,
      test: NonNullable<Integration['test']>,
      now: string,
    ): Promise<boolean> =>
      change(
        id,
        { integrationState: 'TESTING', test, state_reason: undefined },
        {
          text: 'attribute_exists(#id) AND (attribute_not_exists(#test) OR #test.#until < :now)',
          names: { '#id': '_id', '#test': 'test', '#until': 'until' },
          values: { ':now': now },
        },
      ),

    /** As `beginTest`, for the daily test: the state stays as it is until the test has ended. */
    beginDailyTest: (
      id: string,
      test: NonNullable<Integration['test']>,
      { now, retestAt }: { now: string; retestAt: string },
    ): Promise<boolean> =>
      change(
        id,
        { test: { ...test, daily: true }, retest_at: retestAt },
        {
          text:
            '#retest = :daily AND #at <= :now AND ' +
            '(attribute_not_exists(#test) OR #test.#until < :now)',
          names: { '#retest': 'retest', '#at': 'retest_at', '#test': 'test', '#until': 'until' },
          values: { ':daily': 'daily', ':now': now },
        },
      ),

    /** Marks it as working without a test; false if it no longer exists. */
    prove: (id: string, found: Partial<Integration>): Promise<boolean> =>
      change(id, found, existsCondition),

    /** Stores a test's result; false after another test, a change or a deletion. */
    endTest: (id: string, testId: string, found: Partial<Integration>): Promise<boolean> =>
      change(
        id,
        { ...found, test: undefined },
        {
          text: '#test.#id = :test',
          names: { '#test': 'test', '#id': 'id' },
          values: { ':test': testId },
        },
      ),
  };
};

/** Integrations of all organisations whose daily test is due (`now`: ISO time), oldest first. */
export async function* dueIntegrations(db: Database, now: string): AsyncGenerator<Integration> {
  const between = ['', now] as const;
  const question = { table: integrationTable, index: 'retest', partition: 'daily', between };
  for await (const item of readItems(db, question)) yield integration.parse(item);
}

/** Integrations whose daily tests fail, the latest failure first. */
export const failedIntegrations = (
  db: Database,
  tenantId: string,
  maxCount: number,
  accept: (one: Integration) => boolean,
): Promise<Integration[]> => {
  const question = {
    table: integrationTable,
    index: 'failed',
    partition: tenantId,
    descending: true,
  };
  return readFirst(db, { question, parse: (item) => integration.parse(item), accept }, maxCount);
};
