import SpaceBetween from '@cloudscape-design/components/space-between';
import Token from '@cloudscape-design/components/token';
import { categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { Choice } from '#web/components/choice.tsx';
import { integrationNames } from '#web/components/integration-names.ts';
import { SearchBox } from '#web/components/search-box.tsx';
import type { AppsUrl } from './apps.tsx';

type Props = { url: AppsUrl; change: (patch: Partial<AppsUrl>) => void };

const statusNames = { enabled: 'Enabled', disabled: 'Disabled' };

const triggerNames = {
  on_demand: 'On demand',
  event_driven: 'Event Driven',
  scheduled: 'Scheduled',
};

/** What the address alone narrows: words about bots, which people of the portal need not know. */
const narrowedBy = ({ status, eventType, listenerId, integrationType }: AppsUrl) => [
  { name: 'status', label: status && `Status: ${statusNames[status]}` },
  { name: 'eventType', label: eventType && `Trigger: ${triggerNames[eventType]}` },
  { name: 'listenerId', label: listenerId && `Listener: ${listenerId}` },
  {
    name: 'integrationType',
    label: integrationType && `Integration: ${integrationNames[integrationType]}`,
  },
];

export const AppsFilter = ({ url, change }: Props) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    <SearchBox
      label="Find apps by name"
      value={url.regex}
      onSearch={(regex) => change({ regex, page: 1 })}
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
    {narrowedBy(url).map(
      ({ name, label }) =>
        label && (
          <Token
            key={name}
            variant="inline"
            label={label}
            dismissLabel={`Remove ${label}`}
            onDismiss={() => change({ [name]: undefined, page: 1 })}
          />
        ),
    )}
  </SpaceBetween>
);
