import { rowOf } from '#lib/engine/collectors/aws/row.ts';
import { awsTables } from '#lib/engine/collectors/aws/tables.ts';

const rowContext = { account_id: '111122223333', partition: 'aws', region: 'eu-west-1' };

const rowIn = (table: string, item: Record<string, unknown>) => {
  const found = awsTables[table];
  if (!found) throw new Error(`There is no table ${table}.`);
  return rowOf(table, found, item, rowContext);
};

describe('a value of AWS in a row', () => {
  it('becomes a time when the service returns milliseconds', () => {
    const item = { logGroupName: 'audit', creationTime: Date.UTC(2026, 0, 2) };
    expect(rowIn('aws_cloudwatch_log_group', item)).toMatchObject({
      name: 'audit',
      creation_time: '2026-01-02T00:00:00.000Z',
    });
  });

  it.each([
    ['Enabled', true],
    ['Disabled', false],
  ])('becomes true or false when the service returns %s', (MultiAZ, multi_az) => {
    const item = { ClusterIdentifier: 'sales', MultiAZ };
    expect(rowIn('aws_redshift_cluster', item)).toMatchObject({ multi_az });
  });
});
