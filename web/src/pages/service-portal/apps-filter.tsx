import Token from '@cloudscape-design/components/token';
import { categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { IntegrationToken } from '#web/components/integration-token.tsx';
import { triggerNames } from '#web/components/trigger-names.ts';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import type { AppsUrl } from './apps.tsx';

type Patch = { [K in keyof AppsUrl]?: AppsUrl[K] | undefined };
type Props = { url: AppsUrl; changeFilter: (patch: Patch) => void };

const statusNames = { enabled: 'Enabled', disabled: 'Disabled' };

/** The filters that only the address sets: they concern bots, which portal users need not know. */
const addressFiltersOf = (
  { status, eventType, listenerId, ...url }: AppsUrl,
  nameOf: (type: string) => string,
) => [
  { name: 'status', label: status && `Status: ${statusNames[status]}` },
  { name: 'eventType', label: eventType && `Trigger: ${triggerNames[eventType]}` },
  { name: 'listenerId', label: listenerId && `Listener: ${listenerId}` },
  {
    name: 'integrationType',
    label: url.integrationType && `Integration: ${nameOf(url.integrationType)}`,
  },
];

export const AppsFilter = ({ url, changeFilter }: Props) => {
  const { nameOf } = useIntegrationTypes();
  return (
    <FilterBar
      url={url}
      changeFilter={changeFilter}
      search={{ param: 'regex', label: 'Find apps by name' }}
      choices={[
        { param: 'category', label: 'Category', all: 'All categories', values: categories },
        { param: 'importance', label: 'Importance', all: 'Any importance', values: importances },
      ]}
    >
      {addressFiltersOf(url, nameOf).map(
        ({ name, label }) =>
          label && (
            <Token
              key={name}
              variant="inline"
              label={label}
              dismissLabel={`Remove ${label}`}
              onDismiss={() => changeFilter({ [name]: undefined })}
            />
          ),
      )}
      {url.integrationId && (
        <IntegrationToken
          id={url.integrationId}
          dismissLabel="Show the apps of all integrations"
          onDismiss={() => changeFilter({ integrationId: undefined })}
        />
      )}
    </FilterBar>
  );
};
