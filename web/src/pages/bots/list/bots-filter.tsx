import Button from '@cloudscape-design/components/button';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Token from '@cloudscape-design/components/token';
import { categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { triggerTypes } from '#lib/domain/bots/nodes/start.schema.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import type { useIntegrationFilter } from '#web/app/integration-filter.ts';
import { IntegrationToken } from '#web/components/integration-token.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { SearchBox } from '#web/components/search-box.tsx';
import { FilterBar } from '#web/components/filter-bar.tsx';
import type { BotsUrl, ChangeUrl } from './bots-url.ts';

type Props = { url: BotsUrl; changeFilter: ChangeUrl };
type GlobalFilter = Pick<ReturnType<typeof useIntegrationFilter>, 'chosen' | 'reset'>;

/** The listener that the list is filtered by; only the address sets it. */
const ListenerToken = ({ id, onDismiss }: { id: string; onDismiss: () => void }) => {
  const { data } = useCall(listeners.getListener, { listener_id: id });
  return (
    <Token
      variant="inline"
      label={`Listener: ${data?.name ?? id}`}
      dismissLabel="Show the bots of all listeners"
      onDismiss={onDismiss}
    />
  );
};

const statusNames = { enabled: 'Enabled', disabled: 'Disabled' };

const triggerOptions = [
  { id: 'all', text: 'All' },
  { id: 'event_driven', text: 'Event Driven' },
  { id: 'compliance_finding', text: 'Finding' },
  { id: 'scheduled', text: 'Scheduled' },
  { id: 'on_demand', text: 'On demand' },
];

const Search = ({ url, changeFilter }: Props) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="end">
    <SearchBox
      label="Find bots by name"
      value={url.regex}
      onSearch={(regex) => changeFilter({ regex })}
    />
    <SegmentedControl
      label="Trigger"
      options={triggerOptions}
      selectedId={url.eventType ?? 'all'}
      onChange={({ detail }) => {
        const eventType = triggerTypes.find((one) => one === detail.selectedId);
        changeFilter({ eventType });
      }}
    />
  </SpaceBetween>
);

/** The integration types that bots work with: those that can be connected. */
const useIntegrationTypeChoice = () => {
  const { types, nameOf } = useIntegrationTypes();
  const values = types.filter(({ local }) => !local).map(({ name }) => name);
  return { values, labelOf: nameOf };
};

const FilterChoices = ({ url, changeFilter, everywhere }: Props & { everywhere: GlobalFilter }) => {
  const worksWith = useIntegrationTypeChoice();
  const { listenerId, integration_id } = url;
  const integrationId = url.integrationId ?? integration_id;
  return (
    <FilterBar
      url={url}
      changeFilter={changeFilter}
      choices={[
        {
          param: 'status',
          label: 'Status',
          all: 'Any status',
          values: ['enabled', 'disabled'],
          labelOf: (value) => statusNames[value],
        },
        { param: 'category', label: 'Category', all: 'All categories', values: categories },
        { param: 'importance', label: 'Importance', all: 'Any importance', values: importances },
        { param: 'integrationType', label: 'Works with', all: 'All integrations', ...worksWith },
      ]}
    >
      {listenerId && (
        <ListenerToken id={listenerId} onDismiss={() => changeFilter({ listenerId: undefined })} />
      )}
      {integrationId && (
        <IntegrationToken
          id={integrationId}
          dismissLabel="Show the bots of all integrations"
          onDismiss={() => changeFilter({ integrationId: undefined, integration_id: undefined })}
        />
      )}
      {everywhere.chosen && <Button onClick={everywhere.reset}>Reset global filter</Button>}
    </FilterBar>
  );
};

/** The filters of the list. */
export const BotsFilter = ({ everywhere, ...props }: Props & { everywhere: GlobalFilter }) => (
  <SpaceBetween size="xs">
    <Search {...props} />
    <FilterChoices {...props} everywhere={everywhere} />
  </SpaceBetween>
);
