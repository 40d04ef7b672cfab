import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import type { RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import { fixBot } from '#lib/domain/compliance/fix-bot.rules.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { subscriptions } from '#web/api/subscriptions.ts';
import { useCall } from '#web/api/use-call.ts';
import { handOver } from '#web/app/draft-handover.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';

const noSubscription =
  'Create Bot is exclusively for premium users. Contact your account admin, or subscribe.';

/** Why nobody can make a bot here: no right to, or no subscription. */
const useWhyNot = (): string | undefined => {
  const refusal = useRefusal(bots.createBot);
  const { data } = useCall(subscriptions.listSubscriptions, {});
  return refusal ?? (data?.items.length === 0 ? noSubscription : undefined);
};

/** The address of a new bot, with the panel that helps to draw it where there is one. */
const newBotPath = () =>
  pathTo('newBot', {}, { panel: 'ai-builder', ref: 'compliance' });

/**
 * Makes a bot that the findings of a rule start: the library's where the rule names one, else one
 * with the action that corrects them where there is one. It is tried with what the rule found last.
 */
export const CreateBot = ({ rule }: { rule?: RuleRow }) => {
  const navigate = useNavigate();
  const whyNot = useWhyNot();
  const open = () => {
    if (rule?.fix?.kind === 'library') {
      return navigate(pathTo('library', {}, { bot: rule.fix.id, rule: rule.rule_id }));
    }
    if (rule) handOver(fixBot(rule, { action: rule.fix?.id }));
    return navigate(newBotPath());
  };
  return (
    <Button
      {...(rule ? {} : { variant: 'primary' as const })}
      {...disabledBy(whyNot)}
      onClick={() => void open()}
    >
      Create Bot
    </Button>
  );
};
