import { tables } from '#lib/tables.ts';
import { acrossTenants, isPerTenant } from '#lib/tenancy.ts';
import type { FunctionSpec } from '#lib/stack/function-spec.ts';
import { constructIdOf, type FunctionName, functions } from '#lib/stack/functions.ts';
import { makeBindings } from '../support/account.ts';
import { listOf, type PolicyDocument, type Statement } from '../support/iam.ts';
import { type Access, permits } from '../support/iam-verdict.ts';
import { resolveValue } from '../support/intrinsics.ts';
import { synthesise } from '../support/template.ts';

const { template, ofType } = synthesise('saas');
const bind = makeBindings(template);
const roles = ofType('AWS::IAM::Role');

const tenantA = `org_${'a'.repeat(32)}`;
const tenantB = `org_${'b'.repeat(32)}`;

const specs = (Object.entries(functions) as [FunctionName, FunctionSpec][]).filter(
  ([, { tables: tableUses }]) => tableUses !== undefined,
);
const tenantSpecs = specs.filter(([, { acrossTenants: reason }]) => reason === undefined);
const crossTenantSpecs = specs.filter(([, { acrossTenants: reason }]) => reason !== undefined);

const roleOf = (name: FunctionName, kind: 'Role' | 'TenantRole') => {
  const pattern = new RegExp(`^${constructIdOf(name)}${kind}[0-9A-F]{8}$`);
  return roles.find(([id]) => pattern.test(id));
};

const documentOf = (value: unknown) => resolveValue(value, bind) as PolicyDocument;

const tenantStatements = (name: FunctionName): Statement[] => {
  const policies: { PolicyDocument: unknown }[] = Object(
    roleOf(name, 'TenantRole')?.[1].Properties.Policies ?? [],
  );
  return policies.flatMap(({ PolicyDocument }) => documentOf(PolicyDocument).Statement);
};

const ownStatements = (name: FunctionName): Statement[] => {
  const start = `${constructIdOf(name)}RoleDefaultPolicy`;
  const [, policy] = ofType('AWS::IAM::Policy').find(([id]) => id.startsWith(start)) ?? [];
  return documentOf(policy?.Properties.PolicyDocument).Statement;
};

const uses = (statements: Statement[]) =>
  statements.flatMap((statement) =>
    listOf(statement.Action).flatMap((action) =>
      listOf(statement.Resource).map((resource) => ({ action, resource })),
    ),
  );

const dataUses = (statements: Statement[]) =>
  uses(statements).filter(({ action }) => action.startsWith('dynamodb:'));

/** Whether a session of that organisation may access those partitions. */
const canAccess = (
  name: FunctionName,
  use: Omit<Access, 'context'>,
  keys?: string[],
  tag?: string,
) =>
  tenantStatements(name).some((statement) =>
    permits(statement, {
      ...use,
      context: {
        ...(keys && { 'dynamodb:LeadingKeys': keys }),
        ...(tag !== undefined && { 'aws:PrincipalTag/tenant_id': tag }),
      },
    }),
  );

describe('the partitions of tables and indexes', () => {
  it.each(tables)('of $name belong to one tenant each, unless listed with a reason', (table) => {
    const partitions = [
      { index: undefined, partition: table.partition },
      ...Object.entries(table.indexes ?? {}).map(([index, { partition }]) => ({
        index,
        partition,
      })),
    ];
    for (const { index, partition } of partitions) {
      const ownNames = /^(tenant_id|pending|\w+_key)$/;
      if (isPerTenant(table, index)) expect(partition).toMatch(ownNames);
    }
  });

  it('that are listed exist, each with a reason', () => {
    const existingNames = tables.flatMap(({ name, indexes = {} }) => [
      name,
      ...Object.keys(indexes).map((index) => `${name} ${index}`),
    ]);
    expect(Object.keys(acrossTenants).filter((name) => !existingNames.includes(name))).toEqual([]);
    for (const reason of Object.values(acrossTenants)) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });
});

describe.each(tenantSpecs)('the tenant sessions of %s', (name) => {
  const permitted = dataUses(tenantStatements(name));

  it('allow data of their own tenant', () => {
    expect(permitted.length).toBeGreaterThan(0);
    for (const use of permitted) {
      for (const keys of [[tenantA], [`${tenantA}#bot_1`], [tenantA, `${tenantA}#exc_1`]]) {
        expect(canAccess(name, use, keys, tenantA)).toBe(true);
      }
    }
  });

  it('allow no key of another tenant', () => {
    const foreign = [
      [tenantB],
      [`${tenantB}#bot_1`],
      [tenantA, tenantB],
      [`${tenantA}#bot_1`, `${tenantB}#bot_1`],
      [`${tenantA}b`],
      [tenantA.slice(0, -1)],
      [tenantA.toUpperCase()],
      [`x${tenantA}#`],
      [''],
      ['open'],
      ['org_*'],
    ];
    const reached = permitted.flatMap((use) =>
      [...foreign, undefined].filter((keys) => canAccess(name, use, keys, tenantA)),
    );
    expect(reached).toEqual([]);
  });

  it('allow nothing without the tag of a tenant', () => {
    const reached = permitted.flatMap((use) =>
      [[tenantA], [tenantB], ['${aws:PrincipalTag/tenant_id}']].filter((keys) =>
        canAccess(name, use, keys),
      ),
    );
    expect(reached).toEqual([]);
  });

  it('can be started only by the function, for one tenant at a time', () => {
    const [roleId = '', role] = roleOf(name, 'TenantRole') ?? [];
    const [ownId = ''] = roleOf(name, 'Role') ?? [];
    const [trust, ...extras] = documentOf(role?.Properties.AssumeRolePolicyDocument).Statement;
    if (!trust) throw new Error('Nobody is trusted.');
    expect(extras).toEqual([]);
    expect(trust.Principal).toEqual({ AWS: bind(ownId, 'Arn') });
    const begins = (tags: Record<string, string>) =>
      ['sts:AssumeRole', 'sts:TagSession'].every((action) =>
        permits(
          { ...trust, Resource: '*' },
          {
            action,
            resource: bind(roleId, 'Arn'),
            context: {
              ...(Object.keys(tags).length > 0 && { 'aws:TagKeys': Object.keys(tags) }),
              ...Object.fromEntries(
                Object.entries(tags).map(([key, value]) => [`aws:RequestTag/${key}`, value]),
              ),
            },
          },
        ),
      );
    expect(begins({ tenant_id: tenantA })).toBe(true);
    for (const tags of [{}, { tenant_id: '*' }, { tenant_id: 'org_*' }, { tenant_id: '' }]) {
      expect(begins(tags as Record<string, string>)).toBe(false);
    }
    expect(begins({ tenant_id: tenantA, other: tenantB })).toBe(false);
    // Roles in customers' accounts are protected by an external id instead of a tag.
    const isCustomers = (resource: unknown) => String(resource).includes('::*:role/');
    const assumed = uses(ownStatements(name)).filter(
      ({ action, resource }) => action.startsWith('sts:') && !isCustomers(resource),
    );
    expect(new Set(assumed.map(({ resource }) => resource))).toEqual(
      new Set([bind(roleId, 'Arn')]),
    );
  });

  it('are the only access to data of a tenant', () => {
    const listed = Object.keys(acrossTenants).map((key) => {
      const [table = '', index] = key.split(' ');
      const start = `Tables${table.replaceAll('_', '')}`;
      const pattern = new RegExp(`^${start}[0-9A-F]{8}$`);
      const [id = ''] = ofType('AWS::DynamoDB::Table').find(([one]) => pattern.test(one)) ?? [];
      return `${bind(id, 'Arn')}${index === undefined ? '' : `/index/${index}`}`;
    });
    const beyond = dataUses(ownStatements(name)).filter(
      ({ resource }) => !listed.includes(resource),
    );
    expect(beyond).toEqual([]);
  });
});

describe.each(crossTenantSpecs)('the function %s', (name, { acrossTenants: reason }) => {
  it('reaches every tenant, with a reason', () => {
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    expect(roleOf(name, 'TenantRole')).toBeUndefined();
  });
});

it('no function of the API or the engine reaches more than one tenant', () => {
  const violations = crossTenantSpecs
    .filter(([name]) => /^(api|engine)\//.test(name))
    .map(([name]) => name);
  expect(violations).toEqual([]);
});
