import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Token from '@cloudscape-design/components/token';
import { categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { integrationTypes } from '#lib/domain/bots/integration.schema.ts';
import { triggerTypes } from '#lib/domain/bots/nodes/start.schema.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { Choice } from '#web/components/choice.tsx';
import { integrationNames } from '#web/components/integration-names.ts';
import { SearchBox } from '#web/components/search-box.tsx';
import type { BotsUrl, ChangeUrl } from './bots-url.ts';

type Props = { url: BotsUrl; change: ChangeUrl };

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

const Search = ({ url, change }: Props) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="end">
    <SearchBox
      label="Find bots by name"
      value={url.regex}
      onSearch={(regex) => change({ regex, page: 1 })}
    />
    <SegmentedControl
      label="Trigger"
      options={kinds}
      selectedId={url.eventType ?? 'all'}
      onChange={({ detail }) => {
        const eventType = triggerTypes.find((one) => one === detail.selectedId);
        change({ eventType, page: 1 });
      }}
    />
  </SpaceBetween>
);

const Narrowed = ({ url, change }: Props) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    <Choice
      label="Status"
      all="Any status"
      values={['enabled', 'disabled']}
      labelOf={(value) => statusNames[value]}
      value={url.status}
      onChange={(status) => change({ status, page: 1 })}
    />
    <Choice
      label="Category"
      all="All categories"
      values={categories}
      value={url.category}
      onChange={(category) => change({ category, page: 1 })}
    />
    <Choice
      label="Importance"
      all="Any importance"
      values={importances}
      value={url.importance}
      onChange={(importance) => change({ importance, page: 1 })}
    />
    <Choice
      label="Works with"
      all="All integrations"
      values={integrationTypes}
      labelOf={(type) => integrationNames[type]}
      value={url.integrationType}
      onChange={(integrationType) => change({ integrationType, page: 1 })}
    />
    {url.listenerId && (
      <ListenerToken
        id={url.listenerId}
        onDismiss={() => change({ listenerId: undefined, page: 1 })}
      />
    )}
  </SpaceBetween>
);

/** What the list is narrowed by. */
export const BotsFilter = (props: Props) => (
  <SpaceBetween size="xs">
    <Search {...props} />
    <Narrowed {...props} />
  </SpaceBetween>
);
