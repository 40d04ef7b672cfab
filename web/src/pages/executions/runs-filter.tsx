import SpaceBetween from '@cloudscape-design/components/space-between';
import Token from '@cloudscape-design/components/token';
import { executionStates } from '#lib/domain/executions/execution.schema.ts';
import { Choice } from '#web/components/choice.tsx';
import { stateLabels } from '#web/components/run-state.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { rangeOf, textOfRange } from '#web/components/time-range.ts';
import { useNow } from '#web/components/use-now.ts';
import { When } from '#web/components/when.tsx';
import { botTypeNames, botTypes, type RunsUrl } from './runs-url.ts';

type Props = {
  url: RunsUrl;
  change: (patch: Partial<RunsUrl>) => void;
  /** Of the bot whose runs alone are shown, as its runs call it. */
  botName: string | undefined;
};

/** The signed-in person, or whomever the address names. */
const callersIn = ({ bot_caller }: RunsUrl): string[] =>
  bot_caller === undefined || bot_caller === 'Self' ? ['Self'] : ['Self', bot_caller];

/** By the bot's name, the state, how and by whom runs were started, and when. */
export const RunsFilter = ({ url, change, botName }: Props) => {
  const narrow = (patch: Partial<RunsUrl>) => change({ ...patch, page: 1 });
  return (
    <SpaceBetween size="xs" direction="horizontal" alignItems="end">
      <SearchBox
        label="Find runs by the bot's name"
        value={url.name}
        onSearch={(name) => narrow({ name })}
      />
      <Choice
        label="State"
        all="All states"
        values={executionStates}
        labelOf={(state) => stateLabels[state]}
        value={url.status}
        onChange={(status) => narrow({ status })}
      />
      <Choice
        label="Trigger"
        all="Any trigger"
        values={botTypes}
        labelOf={(type) => botTypeNames[type]}
        value={url.bot_type}
        onChange={(bot_type) => narrow({ bot_type })}
      />
      <Choice
        label="Caller"
        all="Any caller"
        values={callersIn(url)}
        value={url.bot_caller}
        onChange={(bot_caller) => narrow({ bot_caller })}
      />
      <When
        range={rangeOf(url.timeStamp, useNow(60_000))}
        onChange={(range) => narrow({ timeStamp: range && textOfRange(range) })}
      />
      {url.bot_id && (
        <Token
          variant="inline"
          label={`Bot: ${botName ?? url.bot_id}`}
          dismissLabel="Show the runs of all bots"
          onDismiss={() => narrow({ bot_id: undefined })}
        />
      )}
    </SpaceBetween>
  );
};
