import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
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

const place = (step: number) => ({ x: 0, y: step * 144 });

/** A bot that does the action of a rule once it is started; its values are filled in first. */
const graphOf = (action: string, rule: RuleRow): Graph => ({
  nodes: [
    { id: 'start', type: 'start', name: 'Start', position: place(0), settings: {} },
    {
      id: 'correct',
      type: 'rest_api_action',
      name: 'Correct it',
      position: place(1),
      settings: { action, parameters: {} },
    },
    { id: 'end', type: 'end', name: 'End', position: place(2), settings: {} },
    {
      id: 'rule',
      type: 'note',
      name: 'Rule',
      position: { x: 320, y: 0 },
      settings: { text: `${rule.title}\n\n${rule.remediation}` },
    },
  ],
  edges: [
    { id: 'start-correct', source: 'start', target: 'correct' },
    { id: 'correct-end', source: 'correct', target: 'end' },
  ],
});

/** The address of a new bot, with the panel that helps to draw it where there is one. */
const newBotPath = () =>
  pathTo('newBot', {}, { panel: 'ai-builder', ref: 'compliance' });

/**
 * Makes a bot out of what the rules found: the library's where the rule names one, one with the
 * action that corrects its findings, else an empty one.
 */
export const CreateBot = ({ rule }: { rule?: RuleRow }) => {
  const navigate = useNavigate();
  const whyNot = useWhyNot();
  const open = () => {
    if (rule?.fix?.kind === 'library') {
      return navigate(pathTo('library', {}, { bot: rule.fix.id }));
    }
    if (rule?.fix) {
      const name = `Correct ${rule.rule_id}`;
      const about = { description: rule.description, category: rule.category };
      const graph = graphOf(rule.fix.id, rule);
      handOver({ name, ...about, importance: 'Medium', graph });
    }
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
