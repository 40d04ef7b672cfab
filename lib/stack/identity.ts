import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  Mfa,
  UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';

const invitation = {
  emailSubject: 'Your invitation to Cloudwarden',
  emailBody:
    '<p>You were invited to Cloudwarden.</p><p>Sign in as <b>{username}</b> with this password, ' +
    'which works once and for seven days: <b>{####}</b></p>',
};

const recovery = {
  emailSubject: 'Your Cloudwarden code',
  emailBody: '<p>Your code is <b>{####}</b>. If you did not ask for it, ignore this message.</p>',
};

const makePool = (scope: Construct): UserPool =>
  new UserPool(scope, 'Pool', {
    // People come by invitation only: an account without an organisation could do nothing.
    selfSignUpEnabled: false,
    // The user name is the e-mail address itself, so that a token names the user's id. As an alias
    // it would be replaced by a generated name.
    signInAliases: { username: true },
    signInCaseSensitive: false,
    standardAttributes: {
      email: { required: true, mutable: true },
      fullname: { required: false, mutable: true },
    },
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
    userInvitation: invitation,
    userVerification: recovery,
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });

/** The console's client: a public one, so it has no secret and proves passwords by SRP only. */
const makeClient = (pool: UserPool): UserPoolClient =>
  pool.addClient('Console', {
    generateSecret: false,
    authFlows: { userSrp: true },
    disableOAuth: true,
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    accessTokenValidity: Duration.hours(1),
    idTokenValidity: Duration.hours(1),
    refreshTokenValidity: Duration.days(30),
    readAttributes: new ClientAttributes().withStandardAttributes({
      email: true,
      emailVerified: true,
      fullname: true,
    }),
    // Not the address: whoever held a session could send the password's recovery elsewhere.
    writeAttributes: new ClientAttributes().withStandardAttributes({ fullname: true }),
  });

/** Who signs in (architecture, section 5). A person's organisation is the one group they are in. */
export class Identity extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.pool = makePool(this);
    this.client = makeClient(this.pool);
  }
}
