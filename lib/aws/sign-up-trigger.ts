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
  /** Creates the organisation; returns its id. */
  createOrganisation: (person: SignedUp) => Promise<string>;
};

/** Adds the user to the group last: once a token names the organisation, it exists. */
const addToOrganisation = async (
  { client, createOrganisation }: Options,
  event: TriggerEvent,
): Promise<void> => {
  const { userPoolId: UserPoolId, userName: Username } = event;
  const attributes: Attributes = event.request.userAttributes;
  const sub = z.string().min(1).parse(attributes.sub);
  const GroupName = await createOrganisation({ sub, ...readSignUp(Username, attributes) });
  try {
    await client.send(new CreateGroupCommand({ UserPoolId, GroupName }));
  } catch (error) {
    if (!(error instanceof GroupExistsException)) throw error;
  }
  await client.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName }));
};

/**
 * Deletes an unconfirmed account. Cognito would keep it with the password of the first person who
 * signed up, and the owner of the address could only confirm that account.
 */
const deleteUnconfirmed = async ({ client }: Options, event: TriggerEvent): Promise<void> => {
  const account = { UserPoolId: event.userPoolId, Username: event.userName };
  try {
    const { UserStatus } = await client.send(new AdminGetUserCommand(account));
    if (UserStatus === 'UNCONFIRMED') await client.send(new AdminDeleteUserCommand(account));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
};

/**
 * Handles the triggers of a Cognito user pool with sign-up. Before a sign-up it rejects what
 * `readSignUp` rejects, and deletes an unconfirmed account of the same address; after a
 * confirmation it creates the organisation. Invited users and recovered passwords pass. Cognito
 * shows errors to the user after three attempts. If the third confirmation fails, the account has
 * no organisation and Cognito never calls again; invoking the function by hand with the same event
 * creates it.
 */
export const signUpTrigger =
  (options: Options) =>
  async (input: unknown): Promise<unknown> => {
    const event = triggerEvent.parse(input);
    const { triggerSource, userName, request } = event;
    if (triggerSource === 'PreSignUp_SignUp') {
      readSignUp(userName, request.userAttributes);
      await deleteUnconfirmed(options, event);
    }
    if (triggerSource === 'PostConfirmation_ConfirmSignUp') await addToOrganisation(options, event);
    return input;
  };
