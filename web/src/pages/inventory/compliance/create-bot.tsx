import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import * as z from 'zod';
import type { RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import { fixBotOf } from '#lib/domain/compliance/fix-bot.rules.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { compliance } from '#web/api/compliance.ts';
import { subscriptions } from '#web/api/subscriptions.ts';
import { useCall } from '#web/api/use-call.ts';
import { handOverDraft, handOverTask } from '#web/app/draft-handover.ts';
import { useCurrentUser, useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { botStartedByRule, taskOf } from './builder-task.ts';
import { useHasModel } from './use-has-model.ts';

const noSubscription =
  'Create Bot is exclusively for premium users. Contact your account admin, or subscribe.';

/** Why no bot can be created here: a missing permission or subscription. */
const useNoBotReason = (): string | undefined => {
  const refusal = useRefusal(bots.createBot);
  const { data } = useCall(subscriptions.listSubscriptions, {});
  return refusal ?? (data?.items.length === 0 ? noSubscription : undefined);
};

const newBotPath = (panel?: 'ai-builder') => pathTo('newBot', {}, { panel, ref: 'compliance' });

/** The findings of a rule, as the event of a bot that they start. */
const fetchFindings = async (rule_id: string, integrationId: string | undefined) => {
  try {
    const filter = {
      rules: [rule_id],
      ...(integrationId !== undefined && { integrations: [integrationId] }),
    };
    return (await compliance.getFindingExample(filter)).event;
  } catch {
    // The bot is created nevertheless: its author chooses the account.
    return undefined;
  }
};

const idSchema = z.object({ id: z.string() });

type Props = {
  rule?: RuleRow;
  /** The account that the list is filtered by. */
  integrationId?: string | undefined;
};

/**
 * Creates a bot that is started by a rule's findings: from the library template that the rule
 * names, else with the action that fixes them. Without either, the AI builder creates one, or,
 * without a model, a bot that mails them. Trials use the rule's latest findings.
 */
export const CreateBot = ({ rule, integrationId }: Props) => {
  const navigate = useNavigate();
  const whyNot = useNoBotReason();
  const me = useCurrentUser().data?._id;
  const hasModel = useHasModel();
  const open = async () => {
    if (!rule) return navigate(newBotPath('ai-builder'));
    const { rule_id, fix } = rule;
    const isKnown = fix !== undefined && integrationId !== undefined;
    const event = isKnown ? undefined : await fetchFindings(rule_id, integrationId);
    // The filtered account, else the one with the most findings of the rule.
    const integration_id = integrationId ?? idSchema.safeParse(event?.integration).data?.id;
    if (!fix && hasModel) {
      handOverDraft(botStartedByRule(rule, integration_id));
      handOverTask(taskOf(rule, event));
      return navigate(newBotPath('ai-builder'));
    }
    if (fix?.kind === 'library') {
      const account = integration_id;
      return navigate(pathTo('library', {}, { bot: fix.id, rule: rule_id, account }));
    }
    const people = me === undefined ? {} : { approvers: [me], recipient: me };
    handOverDraft(fixBotOf(rule, { action: fix?.id, integration_id, ...people }));
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
