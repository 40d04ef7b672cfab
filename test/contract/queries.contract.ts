import { inventoryQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { Queries } from '#lib/ports/queries.ts';

export type OpenQueries = {
  queries: Queries;
  /** The tenant of an integration whose last scan found the buckets `logs` and `site`. */
  tenant_id: string;
  integration_id: string;
  close(): unknown;
};

const bucketQuery = 'select name, versioning_enabled from aws_s3_bucket order by name';

/** The behaviour that every adapter of the queries port must have. */
export const queriesContract = (adapter: string, open: () => Promise<OpenQueries>): void => {
  describe(`the queries port on ${adapter}`, () => {
    let scene: OpenQueries;
    const ask = (sql: string, options: object = {}, tenant_id = scene.tenant_id) => {
      const query = inventoryQuery.parse({ integration_type: 'aws', sql, ...options });
      return scene.queries.ask({ ...query, tenant_id });
    };

    beforeAll(async () => {
      scene = await open();
    });

    afterAll(() => scene.close());

    it('returns rows, and the scans that they come from', async () => {
      expect(await ask(bucketQuery)).toEqual({
        columns: ['name', 'versioning_enabled'],
        rows: [
          { name: 'logs', versioning_enabled: true },
          { name: 'site', versioning_enabled: null },
        ],
        count: 2,
        truncated: false,
        partial: true,
        problems: ['"Sample AWS sandbox" has not been scanned yet.'],
        sources: [expect.objectContaining({ alias: expect.any(String) })],
      });
    });

    it('accepts values as parameters, and a limit', async () => {
      const one = 'select name from aws_s3_bucket where name = $1';
      expect(await ask(one, { values: ["x' or 'a' = 'a"] })).toMatchObject({ count: 0 });
      const list = 'select name from aws_s3_bucket where name = any($1) order by 1';
      expect(await ask(list, { values: [['site', 'logs']], limit: 1 })).toMatchObject({
        rows: [{ name: 'logs' }],
        truncated: true,
      });
    });

    it('returns the rows page by page', async () => {
      const first = await ask(bucketQuery, { limit: 1 });
      expect(first).toMatchObject({ rows: [{ name: 'logs' }], truncated: true, next_page: 2 });
      const last = await ask(bucketQuery, { limit: 1, page: 2 });
      expect(last).toMatchObject({ rows: [{ name: 'site' }], truncated: false });
      expect(last).not.toHaveProperty('next_page');
      expect(await ask(bucketQuery, { limit: 1, page: 3 })).toMatchObject({ rows: [], count: 0 });
    });

    it('reads the account itself in live mode', async () => {
      const { integration_id } = scene;
      const live = { mode: 'live', integration_ids: [integration_id] };
      expect(await ask(bucketQuery, live)).toMatchObject({
        rows: [{ name: 'logs' }, { name: 'site' }],
        sources: [{ integration_id, collected_at: expect.any(String) }],
      });
      expect(await ask('select * from aws_vpc', live)).toEqual({
        error: 'The table aws_vpc cannot be read for these integrations.',
      });
    });

    it('reports the error of a query', async () => {
      expect(await ask('select nme from aws_s3_bucket')).toEqual({
        error: 'The SQL of the query failed: column "nme" does not exist.',
      });
    });

    it('returns no data of another organisation', async () => {
      expect(await ask(bucketQuery, {}, 'org_other')).toEqual({
        error: 'There is no integration of this type yet. Add one, and scan it.',
      });
    });
  });
};
