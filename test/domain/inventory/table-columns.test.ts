import {
  columnTypes,
  tableColumns,
  tableDefinition,
  tablesOf,
} from '#lib/domain/inventory/table-columns.ts';

const clouds = ['aws', 'azure', 'gcp', 'kubernetes'];

describe('tables of the inventory', () => {
  it('are listed for each cloud in alphabetical order', () => {
    expect(clouds.map((cloud) => tablesOf(cloud).length)).toEqual([50, 44, 32, 26]);
    for (const cloud of clouds) expect(tablesOf(cloud)).toEqual([...tablesOf(cloud)].sort());
    expect(tablesOf('azure')).toContain('azuread_user');
  });

  it('have columns of types that Postgres knows', () => {
    const types = clouds
      .flatMap(tablesOf)
      .flatMap((table) => Object.values(tableColumns(table) ?? {}));
    expect(types.filter((type) => !columnTypes.includes(type))).toEqual([]);
    expect(tableColumns('aws_s3_bucket')).toMatchObject({ arn: 'text', policy: 'jsonb' });
  });

  it('are defined with all their columns', () => {
    const lines = tableDefinition('aws_region').split('\n');
    expect(lines[0]).toBe('create table "aws_region" (');
    expect(lines).toContain('  "opt_in_status" text,');
    expect(lines).toHaveLength(Object.keys(tableColumns('aws_region') ?? {}).length + 2);
  });

  it('do not exist for unknown names or names of JavaScript properties', () => {
    expect(tableColumns('aws_nothing')).toBeUndefined();
    expect(tableColumns('constructor')).toBeUndefined();
    expect(tablesOf('toString')).toEqual([]);
    expect(() => tableDefinition('aws_nothing')).toThrow('No columns are known of');
  });
});
