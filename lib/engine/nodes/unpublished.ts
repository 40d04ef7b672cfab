import { type MeantCall, missingRight } from '#lib/domain/bots/aws-rights.rules.ts';
import { type EffectCall, type Failed, hopeless } from './node.ts';

/** Why a call of AWS is not made: nobody saw it when the bot was published. */
export const unpublished = (
  { rights }: Pick<EffectCall, 'rights'>,
  meant: MeantCall,
): Failed | undefined => {
  const missing = rights && missingRight(rights, meant);
  if (missing === undefined) return undefined;
  return hopeless(
    `This version was published without the call ${missing} in ${meant.region}. ` +
      'Look at what the bot may call, and publish it again.',
  );
};
