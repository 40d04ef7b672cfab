import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { addedCalls, outsideCallText } from '#lib/domain/bots/outside-calls.rules.ts';
import { FactList } from '#web/components/fact-list.tsx';

type Calls = BotView['outside_calls'];

type Props = {
  /** The heading. */
  title: string;
  calls: Calls;
  /** The calls of the previous version; undefined if nothing is compared. */
  previous?: Calls | undefined;
};

const textOf = (one: Calls[number]): string => outsideCallText(one, one.alias);

/** The calls of a version besides AWS: by requests, actions, messages and agents. */
export const OutsideCallsList = ({ title, calls, previous }: Props) => {
  const added = new Set(previous && addedCalls(calls, previous));
  const removed = previous ? addedCalls(previous, calls) : [];
  if (calls.length === 0 && removed.length === 0) return null;
  return (
    <div>
      <Box variant="awsui-key-label">{title}</Box>
      <FactList>
        {calls.map((one) => (
          <li key={textOf(one)}>
            {textOf(one)} {added.has(one) && <Badge color="blue">New</Badge>}
          </li>
        ))}
      </FactList>
      {removed.length > 0 && (
        <Box color="text-body-secondary">No longer: {removed.map(textOf).join(', ')}</Box>
      )}
      <Box color="text-body-secondary">
        Based on the actions as they are now. A run uses each action as it is when its node starts.
      </Box>
    </div>
  );
};
