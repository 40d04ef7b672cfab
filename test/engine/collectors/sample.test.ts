import { PGlite } from '#lib/engine/sql/pglite.ts';
import { tablesReadBy } from '#lib/domain/compliance/rule-sql.rules.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import {
  sampleAccounts,
  sampleIntegration,
  sampleNames,
} from '#lib/domain/inventory/samples/sample.rules.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { tableColumns, tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import { sampleCollector, sampleEstate, sampleRows } from '#lib/engine/collectors/sample.ts';

type Answer = { rule_id: string; service: string; resource: string; status: string };

let database: PGlite;

beforeAll(async () => {
  database = await PGlite.create();
});

afterAll(() => database.close());

const fill = async (table: string, rows: readonly Row[]): Promise<void> => {
  await database.exec(`drop table if exists "${table}"; ${tableDefinition(table)}`);
  await database.query(
    `insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1)`,
    [JSON.stringify(rows)],
  );
};

/** The answers of the cloud's rules for an account: of those whose tables it has. */
const answersOf = async (name: (typeof sampleNames)[number]): Promise<Answer[]> => {
  const tables = sampleEstate[name];
  for (const [table, rows] of Object.entries(tables)) await fill(table, rows);
  const answers: Answer[] = [];
  for (const { rule_id, integration_type, service, sql } of rules) {
    if (integration_type !== sampleAccounts[name].type) continue;
    if (!tablesReadBy(sql).every((table) => tables[table])) continue;
    const { rows } = await database.query<Answer>(sql);
    answers.push(...rows.map((row) => ({ ...row, rule_id, service })));
  }
  return answers;
};

describe.each(sampleNames)('the sample account %s', (name) => {
  it('has only known tables and columns', () => {
    const unknownColumns = Object.entries(sampleEstate[name]).flatMap(([table, rows]) =>
      rows.flatMap((row) =>
        Object.keys(row)
          .filter((column) => !tableColumns(table)?.[column])
          .map((column) => `${table}.${column}`),
      ),
    );
    expect(unknownColumns).toEqual([]);
    expect(Object.keys(sampleEstate[name]).filter((table) => !tableColumns(table))).toEqual([]);
  });

  it('breaks rules of several services and meets more than it breaks', async () => {
    const answers = await answersOf(name);
    const of = (status: string) => answers.filter((answer) => answer.status === status);
    const alarms = of('alarm');
    expect(alarms.length).toBeGreaterThanOrEqual(5);
    expect(of('ok').length).toBeGreaterThanOrEqual(10);
    expect(of('ok').length).toBeGreaterThan(alarms.length);
    expect(new Set(alarms.map(({ service }) => service)).size).toBeGreaterThanOrEqual(3);
    // No rule reports a resource twice.
    const resourceKeys = answers.map(({ rule_id, resource }) => `${rule_id} ${resource}`);
    expect(resourceKeys).toEqual([...new Set(resourceKeys)]);
    const cloudRules = rules.filter(
      ({ integration_type }) => integration_type === sampleAccounts[name].type,
    );
    const answeredRules = new Set(answers.map(({ rule_id }) => rule_id));
    expect(answeredRules.size / cloudRules.length).toBeGreaterThan(0.6);
  });

  it('offers every table that the rules of its cloud need', async () => {
    const integration = { ...sampleIntegration(name, 'usr_1', 0), tenant_id: 'org_1' };
    const tables = await sampleCollector(() => 0).tables(integration);
    const needed = rules
      .filter(({ integration_type }) => integration_type === sampleAccounts[name].type)
      .flatMap(({ sql }) => tablesReadBy(sql));
    expect(needed.filter((table) => !tables.includes(table))).toEqual([]);
    expect(tables).not.toContain('kubernetes_pod_security_policy');
  });
});

describe('a revoked rule of a sample security group', () => {
  it('is also removed from the group', () => {
    const integration = { ...sampleIntegration('aws-production', 'usr_1', 0), tenant_id: 'org_1' };
    const rows = (table: string) => sampleRows(integration, table, 0);
    const groups = () => rows('aws_vpc_security_group');
    expect(groups()).toEqual(sampleEstate['aws-production'].aws_vpc_security_group);
    const [rule] = rows('aws_vpc_security_group_rule').filter(({ is_egress }) => !is_egress);
    const { region, group_id: GroupId, security_group_rule_id, from_port } = rule ?? {};
    const portsOf = () => {
      const group = groups().find(({ group_id }) => group_id === GroupId);
      return Object(group?.ip_permissions).map(({ FromPort }: { FromPort: number }) => FromPort);
    };
    const before = portsOf();
    expect(before).toContain(from_port);
    integration.sample_calls = {
      first: {
        call: 'ec2:RevokeSecurityGroupIngress',
        region: String(region),
        parameters: { GroupId, SecurityGroupRuleIds: [security_group_rule_id] },
        at: '2026-03-01T12:00:00.000Z',
      },
    };
    expect(portsOf()).toEqual(before.filter((port: number) => port !== from_port));
  });
});
