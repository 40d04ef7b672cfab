import Token from '@cloudscape-design/components/token';
import { standings } from '#lib/domain/executions/outcome/standing.schema.ts';
import { stateFilterLabels } from '#web/components/run-state.tsx';
import { formatRange, parseRange } from '#web/components/time-range.ts';
import { useNow } from '#web/components/use-now.ts';
import { LazyTimeRangePicker } from '#web/components/lazy-time-range-picker.tsx';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { botTypeNames, botTypes, type RunsUrl } from './runs-url.ts';

type Props = {
  url: RunsUrl;
  changeFilter: (patch: Partial<RunsUrl>) => void;
  /** The name of the bot that the list is filtered by, from its runs. */
  botName: string | undefined;
};

/** The options for the user: the signed-in one, and the one named by the address. */
const callerOptions = ({ bot_caller }: RunsUrl): string[] =>
  bot_caller === undefined || bot_caller === 'Self' ? ['Self'] : ['Self', bot_caller];

/** Filters by the bot's name, the state, the trigger, the user and the time. */
export const RunsFilter = ({ url, changeFilter, botName }: Props) => {
  const range = parseRange(url.timeStamp, useNow(60_000));
  return (
    <FilterBar
      url={url}
      changeFilter={changeFilter}
      search={{ param: 'name', label: "Find runs by the bot's name" }}
      choices={[
        {
          param: 'status',
          several: true,
          label: 'State',
          all: 'All states',
          values: standings,
          labelOf: (standing) => stateFilterLabels[standing],
        },
        {
          param: 'bot_type',
          label: 'Trigger',
          all: 'Any trigger',
          values: botTypes,
          labelOf: (type) => botTypeNames[type],
        },
        {
          param: 'bot_caller',
          label: 'Started by',
          all: 'Started by anybody',
          values: callerOptions(url),
          labelOf: (by) => (by === 'Self' ? 'Started by me' : `Started by ${by}`),
        },
      ]}
    >
      <LazyTimeRangePicker
        range={range}
        onChange={(newRange) => changeFilter({ timeStamp: newRange && formatRange(newRange) })}
      />
      {url.bot_id && (
        <Token
          variant="inline"
          label={`Bot: ${botName ?? url.bot_id}`}
          dismissLabel="Show the runs of all bots"
          onDismiss={() => changeFilter({ bot_id: undefined })}
        />
      )}
    </FilterBar>
  );
};
