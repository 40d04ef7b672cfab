import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  type CognitoIdentityProviderClient,
  CreateGroupCommand,
  GroupExistsException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { createOrganisation } from '#lib/domain/onboarding/organisation.service.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { CustomResourceHandler } from './custom-resource.ts';

const properties = z.object({ AdminEmail: emailAddress, Organisation: z.string().min(1) });

type Options = {
  client: CognitoIdentityProviderClient;
  userPoolId: string;
  db: Database;
  clock: Clock;
};

/** Makes a call and ignores the given error, which says that its result exists already. */
const ignoreExisting = async (
  exists: new (...args: never[]) => Error,
  call: Promise<unknown>,
): Promise<void> => {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof exists)) throw error;
  }
};

/** Creates the account, which Cognito invites by mail, in the group that names its organisation. */
const invite = async ({ client, userPoolId }: Options, email: string, tenantId: string) => {
  const pool = { UserPoolId: userPoolId };
  await ignoreExisting(
    GroupExistsException,
    client.send(new CreateGroupCommand({ ...pool, GroupName: tenantId })),
  );
  await ignoreExisting(
    UsernameExistsException,
    client.send(
      new AdminCreateUserCommand({
        ...pool,
        Username: email,
        DesiredDeliveryMediums: ['EMAIL'],
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    ),
  );
  await client.send(
    new AdminAddUserToGroupCommand({ ...pool, Username: email, GroupName: tenantId }),
  );
};

/**
 * Creates the organisation of a new stack and its ROOT user. The organisation's id is derived from
 * the stack's, so a second call finds what the first created; a changed address adds another ROOT
 * user. Nothing is deleted with the stack: data outlives it.
 */
export const adminSeeder =
  (options: Options): CustomResourceHandler =>
  async ({ RequestType, StackId, ResourceProperties }) => {
    const tenantId = `org_${sha256(StackId).slice(0, 32)}`;
    if (RequestType === 'Delete') return tenantId;
    const { AdminEmail: email, Organisation } = properties.parse(ResourceProperties);
    await createOrganisation(options, {
      tenant_id: tenantId,
      name: Organisation,
      root: { email, name: 'Root user' },
      subscription_type: 'enterprise',
    });
    await invite(options, email, tenantId);
    return tenantId;
  };
