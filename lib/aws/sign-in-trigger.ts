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

type Told = IdentityEvent & { kind: (typeof cognitoEvents)[number] };

type Options = {
  client: CognitoIdentityProviderClient;
  /** Takes up what happened; it never throws. */
  take: (event: Told) => Promise<void>;
  /** Waits until a sign-in counts. */
  hold: HoldSignIn;
};

const tenantIn = (groups: readonly (string | undefined)[]): string =>
  groups.find((name) => name?.startsWith('org_')) ?? '';

/** Of a reset Cognito does not tell the groups. */
const tenantOf = async (
  client: CognitoIdentityProviderClient,
  { userPoolId: UserPoolId, userName: Username }: TriggerEvent,
): Promise<string> => {
  const asked = new AdminListGroupsForUserCommand({ UserPoolId, Username });
  const { Groups = [] } = await client.send(asked);
  return tenantIn(Groups.map(({ GroupName }) => GroupName));
};

/** Tokens of a new session; those of one that goes on are no sign-in. */
const signIns = ['TokenGeneration_Authentication', 'TokenGeneration_NewPasswordChallenge'];

/**
 * Answers triggers of a Cognito user pool that tell of sign-ins and of passwords that were reset;
 * others pass, and nothing of an answer is changed. Cognito does not tell from where somebody came.
 */
export const signInTrigger =
  ({ client, take, hold }: Options) =>
  async (given: unknown): Promise<unknown> => {
    const { data: event } = triggerEvent.safeParse(given);
    if (!event) return given;
    const { triggerSource, userName: user_id, request } = event;
    if (signIns.includes(triggerSource)) {
      const tenant_id = tenantIn(request.groupConfiguration?.groupsToOverride ?? []);
      if (tenant_id !== '') await hold({ tenant_id, user_id });
      await take({ kind: 'sign_in', tenant_id, user_id });
    }
    if (triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
      await take({ kind: 'reset_password', tenant_id: await tenantOf(client, event), user_id });
    }
    return given;
  };
