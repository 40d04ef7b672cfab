import { tablesReadBy } from '#lib/domain/compliance/rule-sql.rules.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { scanReads } from '#lib/domain/integrations/aws/scan-reads.schema.ts';
import { tableColumns } from '#lib/domain/inventory/table-columns.ts';
import { regionsCall } from '#lib/engine/collectors/aws/account.ts';
import {
  type AwsTable,
  callsOf,
  type DetailCall,
  permissionOf,
  type ReadCall,
} from '#lib/engine/collectors/aws/table.ts';
import { awsTables } from '#lib/engine/collectors/aws/tables.ts';
import { policyOf } from '#lib/engine/collectors/aws.ts';
import {
  isStructure,
  listMemberOf,
  mapValueShapeOf,
  membersOf,
  operationOf,
  type Shape,
} from '#test/support/cloud/model.ts';
import { problemsOf } from '../../stack/iam-lint.ts';

const tables = Object.entries(awsTables);
const awsRules = rules.filter(({ integration_type }) => integration_type === 'aws');

const plainName = (name: string): string => name.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase();

const outputOf = ({ service, operation }: ReadCall): Shape => {
  const found = operationOf(service.package, operation);
  if (!found) throw new Error(`${service.package} has no call ${operation}.`);
  return found.output;
};

/** The shape at a path; undefined if AWS's model has nothing there. */
const shapeAt = (shape: Shape | undefined, path: string): Shape | undefined => {
  if (shape === undefined || path === '') return shape;
  const [name = '', ...rest] = path.split('.');
  const list = listMemberOf(shape);
  if (list) return shapeAt(list.shape, /^\d+$/.test(name) ? rest.join('.') : path);
  if (mapValueShapeOf(shape) !== undefined) return mapValueShapeOf(shape);
  const member = membersOf(shape).find((one) => one.name === name);
  return shapeAt(member?.shape, rest.join('.'));
};

const itemOf = (shape: Shape | undefined): Shape | undefined =>
  shape === undefined ? undefined : (listMemberOf(shape)?.shape ?? shape);

type Members = Map<string, Shape>;

const addAll = (members: Members, shape: Shape | undefined): void => {
  for (const { name, shape: one } of membersOf(shape ?? 0)) members.set(name, one);
};

const addDetail = (members: Members, call: DetailCall): void => {
  const found = shapeAt(outputOf(call), call.resultPath ?? '');
  expect([call.operation, found === undefined]).toEqual([call.operation, false]);
  if (call.memberName !== undefined && found !== undefined) members.set(call.memberName, found);
  else addAll(members, found);
};

/** A table's resource members in AWS's model; `any` if code builds the items. */
const membersIn = ({ list, details = [] }: AwsTable): Members | 'any' => {
  if (typeof list.items === 'function') return 'any';
  const found = itemOf(shapeAt(outputOf(list), list.items));
  if (found !== undefined && mapValueShapeOf(found) !== undefined) return 'any';
  const members: Members = new Map([['Name', 0]]);
  expect([list.operation, found === undefined]).toEqual([list.operation, false]);
  if (found !== undefined && isStructure(found)) members.delete('Name');
  addAll(members, found);
  for (const call of details) addDetail(members, call);
  if (details.some(({ resultPath }) => resultPath === 'Attributes')) return 'any';
  return members;
};

const commonColumns = new Set([
  'account_id',
  'partition',
  'region',
  'akas',
  'title',
  'tags',
  'tags_src',
]);

const isFilled = (table: AwsTable, members: Members | 'any', column: string): boolean => {
  const source = table.columns?.[column];
  if (typeof source === 'function') return true;
  if (source !== undefined) {
    const [first = '', ...rest] = source.split('.');
    if (members === 'any' || first === 'Parent') return true;
    return shapeAt(members.get(first), rest.join('.')) !== undefined;
  }
  if (commonColumns.has(column) || members === 'any') return true;
  return [...members.keys()].some((name) => plainName(name) === plainName(column));
};

/** The columns that rules read from a table, by name. */
const columnsRead = (name: string): string[] => {
  const sql = awsRules
    .filter((rule) => tablesReadBy(rule.sql).includes(name))
    .map((one) => one.sql);
  return Object.keys(tableColumns(name) ?? {}).filter((column) =>
    sql.some((text) => new RegExp(`\\b${column}\\b`).test(text)),
  );
};

describe('the tables of AWS', () => {
  it('include every table that AWS rules read', () => {
    const neededTables = new Set(awsRules.flatMap(({ sql }) => tablesReadBy(sql)));
    expect([...neededTables].filter((name) => !awsTables[name])).toEqual([]);
  });

  it.each(tables)('fill the columns that rules read: %s', (name, table) => {
    const members = membersIn(table);
    const pluginColumns = tableColumns(name) ?? {};
    const empty = [...columnsRead(name), ...Object.keys(table.columns ?? {})].filter(
      (column) => !isFilled(table, members, column),
    );
    const strange = Object.keys(table.columns ?? {}).filter((column) => !pluginColumns[column]);
    expect({ empty, strange }).toEqual({ empty: [], strange: [] });
  });

  it.each(tables)('are read in a session that changes nothing: %s', async (_, table) => {
    const policy = policyOf(table);
    expect(policy.length).toBeLessThan(2048);
    expect(policy).not.toMatch(/\*"\]|:(Create|Delete|Put|Update|Modify|Start|Stop|Run)/);
    const problems = await problemsOf(JSON.parse(policy));
    expect(problems.filter((one) => one.includes('there is no'))).toEqual([]);
  });
});

describe('the role of a connected account', () => {
  it('is granted exactly the calls that scans make', () => {
    const calls = [regionsCall, ...tables.flatMap(([, table]) => callsOf(table))];
    const scanPermissions = [...new Set(calls.map(permissionOf))].toSorted();
    expect(scanReads).toEqual(scanPermissions);
  });
});
