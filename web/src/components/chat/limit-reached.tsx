import Alert from '@cloudscape-design/components/alert';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { guards } from '#lib/kernel/guards.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { useRefusals } from '#web/app/session.ts';
import { dollarText } from '#web/components/dollars.ts';
import { LinkButton } from '#web/components/link.tsx';
import { useChatCalls } from './chat-calls.ts';
import type { reachedLimit } from './thread-status.ts';

type Reached = NonNullable<ReturnType<typeof reachedLimit>>;

type LimitText = {
  /** The limit that was reached, as a sentence. */
  header: (limit: number) => string;
  /** The node has no setting for it. */
  isFixed?: true;
};

const nodeLimitText = (amount: (limit: number) => string): LimitText => ({
  header: (limit) => `Ended at its limit of ${amount(limit)}`,
});

const runLimitText = (amount: (limit: number) => string): LimitText => ({
  header: (limit) => `Ended at the limit of ${amount(limit)} that applies to its node in a run`,
});

const limitTexts: Record<Reached, LimitText> = {
  steps: nodeLimitText((limit) => formatCount(limit, 'step')),
  tool_calls: nodeLimitText((limit) => formatCount(limit, 'tool call')),
  tokens: nodeLimitText((limit) => formatCount(limit, 'token')),
  cost: nodeLimitText(dollarText),
  run_tokens: runLimitText((limit) => formatCount(limit, 'token')),
  run_cost: runLimitText(dollarText),
  minutes: nodeLimitText((limit) => formatCount(limit, 'minute')),
  day: { header: () => 'Ended after a day, the maximum for an agent', isFixed: true },
  answer_length: {
    header: (limit) => `Ended at ${formatCount(limit, 'token')}, the maximum for one answer`,
    isFixed: true,
  },
};

type Props = { thread: ChatThread; reached: Reached };

const changing = { guard: guards.updateBot };

const adviceOn = ({ isFixed }: LimitText): string =>
  isFixed
    ? 'Narrow the task in its node, and run the bot again.'
    : 'Raise the limit in its node, or narrow its task, and run the bot again.';

/**
 * The agent ended at a limit. Users who may change the bot and run it again are told what they can
 * do.
 */
export const LimitReached = ({ thread: { bot_id, limit = 0 }, reached }: Props) => {
  const refusals = useRefusals({ changing, starting: useChatCalls().startRun });
  const mayChange = refusals.changing === undefined && refusals.starting === undefined;
  return (
    <div className="chat-end-box">
      <Alert
        type="warning"
        header={limitTexts[reached].header(limit)}
        action={mayChange && <LinkButton to={pathTo('bot', { bot_id })}>Open bot</LinkButton>}
      >
        What it said last may not be its whole answer. {mayChange && adviceOn(limitTexts[reached])}
      </Alert>
    </div>
  );
};
