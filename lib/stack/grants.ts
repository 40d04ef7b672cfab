import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { tables as listed } from '#lib/tables.ts';
import { isPerTenant } from '#lib/tenancy.ts';
import type { FunctionSpec, TableUse } from './function-spec.ts';
import { allow, type GrantTargets, needRules } from './needs.ts';
import { allowOwnKeys } from './tenant-role.ts';

const tableActions: Record<string, string> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

const indexOf = (use: TableUse): string | undefined => use.split(' ')[1];

/** Whether a use also reads items from the table, because its index holds only keys. */
const needsBatchGet = (table: string, use: TableUse): boolean => {
  const [kind, index] = use.split(' ');
  const spec = listed.find(({ name }) => name === table);
  return kind === 'query' && index !== undefined && !!spec?.indexes?.[index]?.keysOnly;
};

/** Permitted actions on a table, or on one of its indexes. */
type TableGrant = { table: string; index?: string; actions: string[]; arn: string };

const tableGrants = (table: string, arn: string, uses: TableUse[]): TableGrant[] => {
  const fetching = uses.some((use) => needsBatchGet(table, use)) ? ['dynamodb:BatchGetItem'] : [];
  const onTable = [...uses.flatMap((use) => tableActions[use] ?? []), ...fetching];
  const indexes = uses.flatMap((use) => indexOf(use) ?? []);
  return [
    ...(onTable.length > 0 ? [{ table, actions: onTable, arn }] : []),
    ...indexes.map((index) => {
      const indexArn = `${arn}/index/${index}`;
      return { table, index, actions: ['dynamodb:Query'], arn: indexArn };
    }),
  ];
};

/** The statements of a function's role, and those of its role for organisations' data. */
export type Statements = { own: PolicyStatement[]; ofTenant: PolicyStatement[] };

/** Builds the statements from the function's entry in `functions.ts`, and from nothing else. */
export const statementsOf = (
  { tables = {}, needs = [], acrossTenants }: FunctionSpec,
  to: GrantTargets,
): Statements => {
  const all = Object.entries(tables).flatMap(([name, uses]) =>
    tableGrants(name, to.tables.tableNamed(name).tableArn, uses),
  );
  const isOfTenant = ({ index, table }: TableGrant) =>
    acrossTenants === undefined && isPerTenant({ name: table }, index);
  return {
    own: [
      ...all.filter((one) => !isOfTenant(one)).map(({ actions, arn }) => allow(actions, arn)),
      ...needs.flatMap((need) => needRules[need].permits(to)),
    ],
    ofTenant: all.filter(isOfTenant).map(({ actions, arn }) => allowOwnKeys(actions, arn)),
  };
};
