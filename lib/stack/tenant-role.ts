import {
  ArnPrincipal,
  type IPrincipal,
  type IRole,
  PolicyDocument,
  PolicyStatement,
  Role,
  SessionTagsPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { tenantTag } from '#lib/tenancy.ts';

/** The pattern of an organisation's id in policies. */
const anyTenant = `org_${'?'.repeat(32)}`;

const sessionTenant = `\${aws:PrincipalTag/${tenantTag}}`;

/** Requires keys of the session's organisation. Rejects requests without keys, such as a scan. */
const ownKeys = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [sessionTenant, `${sessionTenant}#*`] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
};

/** Permits actions on items of the organisation that the session's tag names. */
export const allowOwnKeys = (actions: string[], resource: string): PolicyStatement =>
  new PolicyStatement({ actions, resources: [resource], conditions: ownKeys });

const trustedPrincipal = (role: IRole): IPrincipal =>
  new SessionTagsPrincipal(new ArnPrincipal(role.roleArn)).withConditions({
    StringLike: { [`aws:RequestTag/${tenantTag}`]: anyTenant },
    'ForAllValues:StringEquals': { 'aws:TagKeys': [tenantTag] },
  });

/**
 * The role that one function uses to access the data of one organisation: sessions carry the
 * organisation's id as a tag, and only the function may begin one.
 */
export const tenantRole = (
  scope: Construct,
  { caller, statements }: { caller: Role; statements: PolicyStatement[] },
): Role => {
  const role = new Role(scope, 'TenantRole', {
    assumedBy: trustedPrincipal(caller),
    inlinePolicies: { Data: new PolicyDocument({ statements }) },
  });
  caller.addToPolicy(
    new PolicyStatement({
      actions: ['sts:AssumeRole', 'sts:TagSession'],
      resources: [role.roleArn],
    }),
  );
  return role;
};
