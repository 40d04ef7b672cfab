import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { signUpTrigger } from '#lib/aws/sign-up-trigger.ts';
import { awsError, clientOf, type Loopback, openLoopback } from '#test/support/loopback.ts';

const userName = 'ada@example.com';
const userAttributes = { email: userName, name: 'Ada', 'custom:organisation': 'Globex' };
const event = {
  triggerSource: 'PreSignUp_SignUp',
  userPoolId: 'eu-west-1_pool',
  userName,
  request: { userAttributes },
};

let server: Loopback;
let client: CognitoIdentityProviderClient;
let calls: { name: string; body: unknown }[];
/** The state of the account with the address; undefined if there is none. */
let status: string | undefined;

beforeEach(async () => {
  calls = [];
  status = undefined;
  server = await openLoopback(async ({ headers, body }) => {
    const name = String(headers['x-amz-target']).split('.')[1] ?? '';
    calls.push({ name, body: JSON.parse(body.toString()) });
    if (status === undefined) return awsError('UserNotFoundException');
    if (status === 'THROTTLED') return awsError('InternalErrorException');
    const type = { 'content-type': 'application/x-amz-json-1.1' };
    return { headers: type, body: JSON.stringify({ Username: userName, UserStatus: status }) };
  });
  client = new CognitoIdentityProviderClient({ ...clientOf(server), maxAttempts: 1 });
});

afterEach(async () => {
  client.destroy();
  await server.close();
});

const runTrigger = (change: object = {}) =>
  signUpTrigger({ client, createOrganisation: async () => 'org_1' })({ ...event, ...change });
const calledNames = () => calls.map(({ name }) => name);

describe('the trigger before a sign-up', () => {
  it('deletes an unconfirmed account with the same address', async () => {
    status = 'UNCONFIRMED';
    await runTrigger();
    const account = { UserPoolId: event.userPoolId, Username: userName };
    expect(calls).toEqual([
      { name: 'AdminGetUser', body: account },
      { name: 'AdminDeleteUser', body: account },
    ]);
  });

  it.each(['CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED', undefined])(
    'keeps an account in the state %s',
    async (state) => {
      status = state;
      await expect(runTrigger()).resolves.toEqual(event);
      expect(calledNames()).toEqual(['AdminGetUser']);
    },
  );

  it('deletes nothing for a refused sign-up', async () => {
    status = 'UNCONFIRMED';
    await expect(runTrigger({ userName: 'Ada@example.com' })).rejects.toThrow(/\.$/);
    expect(calls).toEqual([]);
  });

  it('refuses the sign-up when the account cannot be looked up', async () => {
    status = 'THROTTLED';
    await expect(runTrigger()).rejects.toThrow();
    expect(calledNames()).toEqual(['AdminGetUser']);
  });
});
