import { randomBytes } from 'node:crypto';
import type {
  ProveRole,
  RoleProof,
  RoleSession,
  StsAnswer,
  StsCalls,
  TrustedRole,
} from '#lib/domain/integrations/aws/role.schema.ts';

const waitingProof = (role_arn: string): RoleProof => ({
  kind: 'waiting',
  reason:
    `AWS does not let Cloudwarden assume ${role_arn} with its external ID. ` +
    'The stack may not be ready yet, or it was launched in another account.',
});

const refusedProof = (reason: string): RoleProof => ({ kind: 'refused', reason });

const relaunchAdvice = 'Delete the stack, and launch the stack of this setup unchanged.';

/** Attempts with which a third party could reach the account through us. */
const forbiddenAttempts = [
  {
    with: () => undefined,
    reason:
      'This role can be assumed without the external ID, so anybody who knows its name could use ' +
      `the account through Cloudwarden. ${relaunchAdvice}`,
  },
  {
    with: () => randomBytes(24).toString('hex'),
    reason:
      'This role accepts any external ID, so anybody who knows its name could use the account ' +
      `through Cloudwarden. ${relaunchAdvice}`,
  },
];

/** Why the role does not protect the account by its external ID; undefined where it does. */
const findTrustFault = async (
  calls: StsCalls,
  role_arn: string,
): Promise<RoleProof | undefined> => {
  for (const attempt of forbiddenAttempts) {
    const answer = await calls.assume(role_arn, attempt.with());
    if (answer.kind === 'answered') return refusedProof(attempt.reason);
    if (answer.kind === 'failed') return { kind: 'unknown', reason: answer.reason };
  }
  return undefined;
};

const identifyAccount = async (
  calls: StsCalls,
  { account, role_arn }: TrustedRole,
  session: RoleSession,
): Promise<RoleProof> => {
  const identity = await calls.whoIs(session);
  if (identity.kind === 'denied') return waitingProof(role_arn);
  if (identity.kind === 'failed') return { kind: 'unknown', reason: identity.reason };
  const { account: found, arn } = identity.value;
  return found === account
    ? { kind: 'proven', arn }
    : refusedProof(
        `This role belongs to the account ${found}, not to ${account}. ${relaunchAdvice}`,
      );
};

/**
 * Checks that a role trusts us, and only with its external ID: it can be assumed with that id, not
 * without one nor with another, and it belongs to the named account.
 */
export const proveRole =
  (calls: StsCalls): ProveRole =>
  async (role) => {
    const { role_arn, external_id } = role;
    const assumed: StsAnswer<RoleSession> = await calls.assume(role_arn, external_id);
    if (assumed.kind === 'denied') return waitingProof(role_arn);
    if (assumed.kind === 'failed') return { kind: 'unknown', reason: assumed.reason };
    const fault = await findTrustFault(calls, role_arn);
    return fault ?? identifyAccount(calls, role, assumed.value);
  };
