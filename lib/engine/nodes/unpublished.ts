import { addedRights } from '#lib/domain/bots/added-rights.rules.ts';
import { missingRight, type PendingAwsCall, rightText } from '#lib/domain/bots/aws-rights.rules.ts';
import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import { type EffectCall, type Failed, failedForGood } from './node.ts';

const unpublishedFailure = (call: string): Failed =>
  failedForGood(
    `This version was published without the call ${call}. ` +
      'Check the calls that the bot may make, and publish it again.',
  );

/** The same where the calls are known beforehand: all of them must be among the rights. */
export const unpublishedRightFailure = (
  rights: readonly AwsRight[],
  neededRights: readonly AwsRight[],
): Failed | undefined => {
  const [missing] = addedRights(neededRights, rights);
  return missing && unpublishedFailure(rightText(missing));
};

/** Why an AWS call is not made: it was not among the rights when the bot was published. */
export const unpublishedCallFailure = (
  { rights }: Pick<EffectCall, 'rights'>,
  pendingCall: PendingAwsCall,
): Failed | undefined => {
  const missing = rights && missingRight(rights, pendingCall);
  if (missing === undefined) return undefined;
  return unpublishedFailure(`${missing} in ${pendingCall.region}`);
};
