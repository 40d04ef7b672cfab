import {
  AdminListGroupsForUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import type { IdentityEvent } from '#lib/domain/account/identity-event.rules.ts';
import type { HoldSignIn } from '#lib/domain/users/sign-out.service.ts';
import type { cognitoEvents } from './cognito-events.ts';

const groupsOf = z.looseObject({ groupsToOverride: z.array(z.string()).nullish() });

const triggerEvent = z.looseObject({
  triggerSource: z.string(),
  userPoolId: z.string(),
  userName: z.string(),
  request: z.looseObject({ groupConfiguration: groupsOf.nullish() }),
});
type TriggerEvent = z.output<typeof triggerEvent>;

type ReportedEvent = IdentityEvent & { kind: (typeof cognitoEvents)[number] };

type Options = {
  client: CognitoIdentityProviderClient;
  /** Records the event; it never throws. */
  recordEvent: (event: ReportedEvent) => Promise<void>;
  /** Waits until a sign-in is valid: it must be later than the last time that all were ended. */
  hold: HoldSignIn;
};

const tenantIn = (groups: readonly (string | undefined)[]): string =>
  groups.find((name) => name?.startsWith('org_')) ?? '';

/** For a reset password, Cognito does not pass the groups, so they are read. */
const tenantOf = async (
  client: CognitoIdentityProviderClient,
  { userPoolId: UserPoolId, userName: Username }: TriggerEvent,
): Promise<string> => {
  const command = new AdminListGroupsForUserCommand({ UserPoolId, Username });
  const { Groups = [] } = await client.send(command);
  return tenantIn(Groups.map(({ GroupName }) => GroupName));
};

/** Triggers that issue the tokens of a new session; renewed tokens are not a sign-in. */
const signIns = ['TokenGeneration_Authentication', 'TokenGeneration_NewPasswordChallenge'];

/**
 * Handles triggers of a Cognito user pool that report sign-ins and reset passwords; others are
 * ignored, and the event is returned unchanged. Cognito does not report the user's IP address.
 */
export const signInTrigger =
  ({ client, recordEvent, hold }: Options) =>
  async (input: unknown): Promise<unknown> => {
    const { data: event } = triggerEvent.safeParse(input);
    if (!event) return input;
    const { triggerSource, userName: user_id, request } = event;
    if (signIns.includes(triggerSource)) {
      const tenant_id = tenantIn(request.groupConfiguration?.groupsToOverride ?? []);
      if (tenant_id !== '') await hold({ tenant_id, user_id });
      await recordEvent({ kind: 'sign_in', tenant_id, user_id });
    }
    if (triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
      await recordEvent({
        kind: 'reset_password',
        tenant_id: await tenantOf(client, event),
        user_id,
      });
    }
    return input;
  };
