import { inventoryQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { Queries } from '#lib/ports/queries.ts';

export type OpenQueries = {
  queries: Queries;
  /** Its last scan found the buckets `logs` and `site`. */
  tenant_id: string;
  close(): unknown;
};

const names = 'select name, versioning_enabled from aws_s3_bucket order by name';

/** What every adapter of the port of queries does. */
export const queriesContract = (adapter: string, open: () => Promise<OpenQueries>): void => {
  describe(`the port of queries on ${adapter}`, () => {
    let opened: OpenQueries;
    const ask = (sql: string, more: object = {}, tenant_id = opened.tenant_id) => {
      const query = inventoryQuery.parse({ integration_type: 'aws', sql, ...more });
      return opened.queries.ask({ ...query, tenant_id });
    };

    beforeAll(async () => {
      opened = await open();
    });

    afterAll(() => opened.close());

    it('answers rows, and the scans that they are of', async () => {
      expect(await ask(names)).toEqual({
        columns: ['name', 'versioning_enabled'],
        rows: [
          { name: 'logs', versioning_enabled: true },
          { name: 'site', versioning_enabled: null },
        ],
        count: 2,
        truncated: false,
        sources: [expect.objectContaining({ alias: expect.any(String) })],
      });
    });

    it('takes values beside the text, and a limit', async () => {
      const one = 'select name from aws_s3_bucket where name = $1';
      expect(await ask(one, { values: ["x' or 'a' = 'a"] })).toMatchObject({ count: 0 });
      const list = 'select name from aws_s3_bucket where name = any($1) order by 1';
      expect(await ask(list, { values: [['site', 'logs']], limit: 1 })).toMatchObject({
        rows: [{ name: 'logs' }],
        truncated: true,
      });
    });

    it('says what is wrong with a query', async () => {
      expect(await ask('select nme from aws_s3_bucket')).toEqual({
        error: 'The SQL of the query failed: column "nme" does not exist.',
      });
    });

    it('answers no organisation for another', async () => {
      expect(await ask(names, {}, 'org_other')).toEqual({
        error: 'There is no integration of this type yet. Add one, and scan it.',
      });
    });
  });
};
