import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
  CreateGroupCommand,
  GroupExistsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { type Attributes, readSignUp } from '#lib/domain/onboarding/sign-up.rules.ts';
import type { SignedUp } from '#lib/domain/onboarding/sign-up.service.ts';

const triggerEvent = z.looseObject({
  triggerSource: z.string(),
  userPoolId: z.string(),
  userName: z.string(),
  request: z.looseObject({ userAttributes: z.record(z.string(), z.string()) }),
});
type TriggerEvent = z.output<typeof triggerEvent>;

type Options = {
  client: CognitoIdentityProviderClient;
  /** Makes the organisation; answers its id. */
  found: (person: SignedUp) => Promise<string>;
};

/** The person belongs to the group last: a token that names the organisation finds it there. */
const admit = async ({ client, found }: Options, event: TriggerEvent): Promise<void> => {
  const { userPoolId: UserPoolId, userName: Username } = event;
  const attributes: Attributes = event.request.userAttributes;
  const sub = z.string().min(1).parse(attributes.sub);
  const GroupName = await found({ sub, ...readSignUp(Username, attributes) });
  try {
    await client.send(new CreateGroupCommand({ UserPoolId, GroupName }));
  } catch (error) {
    if (!(error instanceof GroupExistsException)) throw error;
  }
  await client.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName }));
};

/**
 * Lets an address go that nobody has confirmed. Cognito would keep it, with the password of whoever
 * came first, and the owner of the address could only confirm that one.
 */
const replace = async ({ client }: Options, event: TriggerEvent): Promise<void> => {
  const account = { UserPoolId: event.userPoolId, Username: event.userName };
  try {
    const { UserStatus } = await client.send(new AdminGetUserCommand(account));
    if (UserStatus === 'UNCONFIRMED') await client.send(new AdminDeleteUserCommand(account));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
};

/**
 * Answers the triggers of a Cognito user pool that people sign up to. Before a sign-up it refuses
 * what `readSignUp` refuses, and removes one for the same address that was never confirmed; after a
 * confirmation it makes the organisation. Invited people and recovered passwords pass. What it
 * throws, Cognito tells the person; it asks three times before. Whose third confirmation failed has
 * an account and no organisation: Cognito never asks again, but the same event, told to the
 * function by hand, makes it.
 */
export const signUpTrigger =
  (options: Options) =>
  async (given: unknown): Promise<unknown> => {
    const event = triggerEvent.parse(given);
    const { triggerSource, userName, request } = event;
    if (triggerSource === 'PreSignUp_SignUp') {
      readSignUp(userName, request.userAttributes);
      await replace(options, event);
    }
    if (triggerSource === 'PostConfirmation_ConfirmSignUp') await admit(options, event);
    return given;
  };
