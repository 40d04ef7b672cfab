import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Token from '@cloudscape-design/components/token';
import { categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { triggerTypes } from '#lib/domain/bots/nodes/start.schema.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { cloudTypes, integrationName } from '#web/components/integration-names.ts';
import { SearchBox } from '#web/components/search-box.tsx';
import { FilterBar } from '#web/components/filter-bar.tsx';
import type { BotsUrl, ChangeUrl } from './bots-url.ts';

type Props = { url: BotsUrl; narrow: ChangeUrl };

/** The listener whose bots are shown; the address alone sets it. */
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

const kinds = [
  { id: 'all', text: 'All' },
  { id: 'event_driven', text: 'Event Driven' },
  { id: 'scheduled', text: 'Scheduled' },
  { id: 'on_demand', text: 'On demand' },
];

const Search = ({ url, narrow }: Props) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="end">
    <SearchBox
      label="Find bots by name"
      value={url.regex}
      onSearch={(regex) => narrow({ regex })}
    />
    <SegmentedControl
      label="Trigger"
      options={kinds}
      selectedId={url.eventType ?? 'all'}
      onChange={({ detail }) => {
        const eventType = triggerTypes.find((one) => one === detail.selectedId);
        narrow({ eventType });
      }}
    />
  </SpaceBetween>
);

const Narrowed = ({ url, narrow }: Props) => (
  <FilterBar
    url={url}
    narrow={narrow}
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
      {
        param: 'integrationType',
        label: 'Works with',
        all: 'All integrations',
        values: cloudTypes,
        labelOf: integrationName,
      },
    ]}
  >
    {url.listenerId && (
      <ListenerToken id={url.listenerId} onDismiss={() => narrow({ listenerId: undefined })} />
    )}
  </FilterBar>
);

/** What the list is narrowed by. */
export const BotsFilter = (props: Props) => (
  <SpaceBetween size="xs">
    <Search {...props} />
    <Narrowed {...props} />
  </SpaceBetween>
);
