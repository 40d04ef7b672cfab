import { Aws, CfnCondition, Duration, Fn, RemovalPolicy, Token } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPool,
  ClientAttributes,
  Mfa,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  UserPoolOperation,
  type UserPoolProps,
} from 'aws-cdk-lib/aws-cognito';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { refreshLife, tokenLife } from '#lib/kernel/sign-in.ts';
import type { Edition } from './edition.ts';
import type { FunctionWithRole as PlatformFunction } from './function-with-role.ts';

const invitationMail = {
  emailSubject: 'Your invitation to Cloudwarden',
  emailBody:
    '<p>You were invited to Cloudwarden.</p><p>Sign in as <b>{username}</b> with this password, ' +
    'which works once and for seven days: <b>{####}</b></p>',
};

const recoveryMail = {
  emailSubject: 'Your Cloudwarden code',
  emailBody: '<p>Your code is <b>{####}</b>. If you did not ask for it, ignore this message.</p>',
};

/** Users are invited: an account without an organisation would be useless. */
const byInvitation = {
  selfSignUpEnabled: false,
  standardAttributes: {
    email: { required: true, mutable: true },
    fullname: { required: false, mutable: true },
  },
} satisfies UserPoolProps;

/** Users sign up themselves, each for a new organisation. */
const bySignUp = {
  selfSignUpEnabled: true,
  autoVerify: { email: true },
  standardAttributes: {
    // The console's client may write it, so it must be immutable: otherwise anybody with a session
    // could redirect the recovery of the password.
    email: { required: true, mutable: false },
    fullname: { required: false, mutable: true },
  },
  customAttributes: {
    organisation: new StringAttribute({ minLen: 1, maxLen: 100, mutable: false }),
  },
} satisfies UserPoolProps;

type IdentityProps = {
  edition: Edition;
  /** A sender that SES has verified in this region. */
  mailFrom: string;
  /** `required`, or `optional`: each user decides for themselves. */
  secondFactor: string;
};

/** Cognito's own limit of 50 mails a day suffices for invitations, but not for open sign-up. */
const emailSettings = ({ edition, mailFrom }: IdentityProps): UserPoolProps =>
  edition === 'saas'
    ? { email: UserPoolEmail.withSES({ fromEmail: mailFrom, sesRegion: Aws.REGION }) }
    : {};

/** Requires an authenticator app of all users, if the operator demands it. */
const demandSecondFactor = (pool: UserPool, { secondFactor }: IdentityProps): void => {
  const { defaultChild } = pool.node;
  if (!(defaultChild instanceof CfnUserPool)) throw new Error('This pool has no resource.');
  const required = new CfnCondition(pool, 'SecondFactorRequired', {
    expression: Fn.conditionEquals(secondFactor, 'required'),
  });
  const setting = Fn.conditionIf(required.logicalId, 'ON', 'OPTIONAL');
  defaultChild.mfaConfiguration = Token.asString(setting);
};

const createPool = (scope: Construct, props: IdentityProps): UserPool =>
  new UserPool(scope, 'Pool', {
    ...(props.edition === 'saas' ? bySignUp : byInvitation),
    ...emailSettings(props),
    // The user name is the e-mail address itself, so that a token contains the user's id. If it
    // were an alias, Cognito would generate a user name.
    signInAliases: { username: true },
    signInCaseSensitive: false,
    passwordPolicy: {
      minLength: 8,
      requireUppercase: true,
      requireLowercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(7),
    },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    userInvitation: invitationMail,
    userVerification: recoveryMail,
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });

/** The attributes that the console's client may write: of an existing account, only the name. */
const writableAttributes = (edition: Edition): ClientAttributes => {
  const attributes = new ClientAttributes().withStandardAttributes({ fullname: true });
  if (edition !== 'saas') return attributes;
  return attributes.withStandardAttributes({ email: true }).withCustomAttributes('organisation');
};

/** The console's client. It is public, so it has no secret and proves passwords by SRP only. */
const createClient = (pool: UserPool, edition: Edition): UserPoolClient =>
  pool.addClient('Console', {
    generateSecret: false,
    authFlows: { userSrp: true },
    disableOAuth: true,
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    // Enough time to install an authenticator app; Cognito's default is three minutes.
    authSessionValidity: Duration.minutes(15),
    accessTokenValidity: Duration.millis(tokenLife),
    idTokenValidity: Duration.millis(tokenLife),
    refreshTokenValidity: Duration.millis(refreshLife),
    readAttributes: new ClientAttributes().withStandardAttributes({
      email: true,
      emailVerified: true,
      fullname: true,
    }),
    writeAttributes: writableAttributes(edition),
  });

/** The users who sign in. A user's organisation is the one group that they are in. */
export class Identity extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string, props: IdentityProps) {
    super(scope, id);
    this.pool = createPool(this, props);
    demandSecondFactor(this.pool, props);
    this.client = createClient(this.pool, props.edition);
  }

  /** Lets this function check sign-ups, create their organisations, and record reset passwords. */
  answerSignUps({ lambda, role }: PlatformFunction): void {
    this.pool.addTrigger(UserPoolOperation.PRE_SIGN_UP, lambda);
    this.hearOfResets({ lambda });
    this.askForTenant('AskForTenantOfSignUps', role);
    // The pool is created after the role's own policy, so this is a separate policy.
    const admit = new PolicyStatement({
      actions: [
        'cognito-idp:AdminAddUserToGroup',
        'cognito-idp:CreateGroup',
        // For sign-ups that were never confirmed.
        'cognito-idp:AdminDeleteUser',
        'cognito-idp:AdminGetUser',
      ],
      resources: [this.pool.userPoolArn],
    });
    new Policy(this, 'AdmitSignedUp', { roles: [role], statements: [admit] });
  }

  /** Calls this function whenever tokens are issued, to record sign-ins; permits `hearOfResets`. */
  hearOfSignIns({ lambda, role }: PlatformFunction): void {
    this.pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION, lambda);
    this.askForTenant('AskForTenant', role);
  }

  /** Calls this function when a password was reset. */
  hearOfResets({ lambda }: Pick<PlatformFunction, 'lambda'>): void {
    this.pool.addTrigger(UserPoolOperation.POST_CONFIRMATION, lambda);
  }

  /** Lets a role look up the organisation of a reset, which Cognito does not pass. */
  private askForTenant(id: string, role: PlatformFunction['role']): void {
    const statement = new PolicyStatement({
      actions: ['cognito-idp:AdminListGroupsForUser'],
      resources: [this.pool.userPoolArn],
    });
    new Policy(this, id, { roles: [role], statements: [statement] });
  }
}
