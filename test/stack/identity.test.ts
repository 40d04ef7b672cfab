import { listOf, type PolicyDocument } from '../support/iam.ts';
import { accountId, makeBindings, region } from '../support/account.ts';
import { resolveValue } from '../support/intrinsics.ts';
import { synthesise } from '../support/template.ts';

const editions = ['saas', 'workspace'] as const;

const resourcesOf = (edition: (typeof editions)[number]) => {
  const { template, ofType } = synthesise(edition);
  const findOnly = (type: string) => {
    const [found, ...extras] = ofType(type);
    if (!found || extras.length > 0)
      throw new Error(`There are ${extras.length} ${type} too many.`);
    return { id: found[0], ...found[1].Properties } as Record<string, unknown>;
  };
  const pool = findOnly('AWS::Cognito::UserPool');
  return { template, ofType, pool, client: findOnly('AWS::Cognito::UserPoolClient') };
};

const saas = resourcesOf('saas');
const workspace = resourcesOf('workspace');

describe.each(editions)('the user pool of the %s edition', (edition) => {
  const { template, pool, client } = edition === 'saas' ? saas : workspace;

  it('identifies people by their address, written in any case', () => {
    expect(pool.UsernameAttributes).toBeUndefined();
    expect(pool.AliasAttributes).toBeUndefined();
    expect(pool.UsernameConfiguration).toEqual({ CaseSensitive: false });
  });

  it('requires strong passwords', () => {
    expect(pool.Policies).toEqual({
      PasswordPolicy: {
        MinimumLength: 8,
        RequireLowercase: true,
        RequireNumbers: true,
        RequireSymbols: true,
        RequireUppercase: true,
        TemporaryPasswordValidityDays: 7,
      },
    });
  });

  it('offers an authenticator app as its only second factor', () => {
    expect(pool.EnabledMfas).toEqual(['SOFTWARE_TOKEN_MFA']);
  });

  it.each([
    ['required', 'ON'],
    ['optional', 'OPTIONAL'],
  ])('has a second factor that is %s, as the operator has chosen', (secondFactor, setting) => {
    const { Conditions } = template;
    const bind = (id: string): string => {
      if (id === 'SecondFactor') return secondFactor;
      return id in Conditions ? String(resolveValue(Conditions[id], bind)) : id;
    };
    expect(resolveValue(pool.MfaConfiguration, bind)).toBe(setting);
  });

  it('recovers passwords only by mail, and is protected against deletion', () => {
    expect(pool.AccountRecoverySetting).toEqual({
      RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }],
    });
    expect(pool.DeletionProtection).toBe('ACTIVE');
  });

  it('has a public client that proves passwords without sending them', () => {
    expect(client).toMatchObject({
      GenerateSecret: false,
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      AllowedOAuthFlowsUserPoolClient: false,
    });
  });

  it('does not reveal who has an account, and can revoke tokens', () => {
    expect(client).toMatchObject({
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
    });
  });

  it('issues tokens for an hour, and sessions for thirty days', () => {
    expect(client).toMatchObject({
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    });
  });
});

const schemaOf = ({ pool }: typeof saas, name: string) =>
  Object(pool.Schema).find(({ Name }: { Name: string }) => Name === name);

describe('the workspace edition', () => {
  it('allows people to join by invitation only', () => {
    expect(workspace.pool.AdminCreateUserConfig).toMatchObject({ AllowAdminCreateUserOnly: true });
    const triggerArn = { 'Fn::GetAtt': [expect.stringMatching(/^EventsSignedIn/), 'Arn'] };
    expect(workspace.pool.LambdaConfig).toEqual({
      PreTokenGeneration: triggerArn,
      PostConfirmation: triggerArn,
    });
    expect(workspace.pool.AutoVerifiedAttributes).toBeUndefined();
    expect(workspace.pool.EmailConfiguration).toBeUndefined();
    expect(schemaOf(workspace, 'organisation')).toBeUndefined();
    const names = workspace.ofType('AWS::Lambda::Function').map(([id]) => id);
    expect(names.filter((id) => id.startsWith('EventsSignUp'))).toEqual([]);
  });

  it('lets people change only the name of their account', () => {
    expect(workspace.client.WriteAttributes).toEqual(['name']);
  });
});

describe('the SaaS edition', () => {
  const functionId = saas
    .ofType('AWS::Lambda::Function')
    .find(([id]) => id.startsWith('EventsSignUp'))?.[0];

  it('lets people sign up with an address that a code confirms', () => {
    expect(saas.pool.AdminCreateUserConfig).toMatchObject({ AllowAdminCreateUserOnly: false });
    expect(saas.pool.AutoVerifiedAttributes).toEqual(['email']);
    expect(saas.pool.VerificationMessageTemplate).toMatchObject({
      DefaultEmailOption: 'CONFIRM_WITH_CODE',
    });
  });

  it('sends mail from the verified SES sender, as Cognito alone sends 50 mails a day', () => {
    const bind = makeBindings(saas.template);
    expect(resolveValue(saas.pool.EmailConfiguration, bind)).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'no-reply@acme.example',
      SourceArn: `arn:aws:ses:${region}:${accountId}:identity/no-reply@acme.example`,
    });
  });

  it('accepts address and organisation only at the sign-up', () => {
    expect([...(saas.client.WriteAttributes as string[])].sort()).toEqual([
      'custom:organisation',
      'email',
      'name',
    ]);
    expect(schemaOf(saas, 'email')).toMatchObject({ Required: true, Mutable: false });
    expect(schemaOf(saas, 'organisation')).toEqual({
      Name: 'organisation',
      AttributeDataType: 'String',
      Mutable: false,
      StringAttributeConstraints: { MinLength: '1', MaxLength: '100' },
    });
  });

  it('has one function that checks sign-ups and creates their organisations', () => {
    const trigger = { 'Fn::GetAtt': [functionId, 'Arn'] };
    expect(saas.pool.LambdaConfig).toEqual({
      PreSignUp: trigger,
      PostConfirmation: trigger,
      PreTokenGeneration: { 'Fn::GetAtt': [expect.stringMatching(/^EventsSignedIn/), 'Arn'] },
    });
    const permissions = saas
      .ofType('AWS::Lambda::Permission')
      .map(([, { Properties }]) => Properties)
      .filter(({ Principal }) => Principal === 'cognito-idp.amazonaws.com')
      .filter(({ FunctionName }) => JSON.stringify(FunctionName) === JSON.stringify(trigger));
    expect(permissions).toHaveLength(2);
    for (const permission of permissions) {
      expect(permission).toMatchObject({
        FunctionName: trigger,
        SourceArn: { 'Fn::GetAtt': [saas.pool.id, 'Arn'] },
      });
    }
  });

  it('permits that function five calls, on its own user pool only', () => {
    const bind = makeBindings(saas.template);
    const statements = saas
      .ofType('AWS::IAM::Policy')
      .filter(([, { Properties }]) => JSON.stringify(Properties.Roles).includes('EventsSignUpRole'))
      .flatMap(([, { Properties }]) => {
        const document = resolveValue(Properties.PolicyDocument, bind) as PolicyDocument;
        return document.Statement;
      })
      .filter(({ Action }) => listOf(Action).some((action) => action.startsWith('cognito')));
    expect(statements).toEqual([
      {
        Effect: 'Allow',
        Action: 'cognito-idp:AdminListGroupsForUser',
        Resource: bind(String(saas.pool.id), 'Arn'),
      },
      {
        Effect: 'Allow',
        Action: [
          'cognito-idp:AdminAddUserToGroup',
          'cognito-idp:AdminDeleteUser',
          'cognito-idp:AdminGetUser',
          'cognito-idp:CreateGroup',
        ],
        Resource: bind(String(saas.pool.id), 'Arn'),
      },
    ]);
  });

  it('has no circular dependency between the user pool and that function', () => {
    const resources = saas.template.Resources;
    const needs = (id: string): string[] => {
      const text = JSON.stringify([resources[id]?.Properties, resources[id]?.DependsOn]);
      return Object.keys(resources).filter((other) => other !== id && text.includes(`"${other}`));
    };
    const reached = new Set<string>();
    const visit = (id: string): void => {
      for (const next of needs(id).filter((one) => !reached.has(one))) {
        reached.add(next);
        visit(next);
      }
    };
    visit(String(saas.pool.id));
    expect(reached.has(functionId ?? '')).toBe(true);
    expect(reached.has(String(saas.pool.id))).toBe(false);
  });
});
