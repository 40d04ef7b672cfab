import type { FindingStatus } from '#lib/domain/compliance/rule.schema.ts';

/** Rows of a table as a collector writes them; omitted columns are null. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows by table. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** What a rule is tested with. Each row that the rule returns must have the given status. */
export type Fixture = {
  violating: Rows;
  conforming: Rows;
  /** Further cases, by description. */
  furtherCases?: Readonly<Record<string, { rows: Rows; status: FindingStatus }>>;
};

/** Fixtures of the rules of one service, by id of the rule. */
export type Fixtures = Readonly<Record<string, Fixture>>;

/** Default values for the columns that locate a row. */
export const defaultLocations: Readonly<Record<string, unknown>> = {
  account_id: '111122223333',
  region: 'eu-west-1',
  subscription_id: '00000000-0000-4000-8000-000000000001',
  tenant_id: '00000000-0000-4000-8000-000000000002',
  project: 'acme-production',
  location: 'europe-west1',
  context_name: 'production',
  namespace: 'shop',
};

/** Builds a table's fixtures from rows that break the rule and rows that comply with it. */
export const tableFixture =
  (table: string, shared: Row = {}) =>
  (violating: Row | Row[], conforming: Row | Row[]): Fixture => {
    const rows = (input: Row | Row[]): Rows => ({
      [table]: (Array.isArray(input) ? input : [input]).map((row) => ({ ...shared, ...row })),
    });
    return { violating: rows(violating), conforming: rows(conforming) };
  };

/** The time this many days ago, as collectors write it. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString();

export const daysAhead = (days: number): string => daysAgo(-days);
