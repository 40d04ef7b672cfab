import SpaceBetween from '@cloudscape-design/components/space-between';
import { botStatuses, categories, importances } from '#lib/domain/bots/bot.schema.ts';
import { Choice } from '#web/components/choice.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import type { AppsUrl } from './apps.tsx';

type Props = { url: AppsUrl; change: (patch: Partial<AppsUrl>) => void };

const statusNames = { enabled: 'Enabled', disabled: 'Disabled' };

export const AppsFilter = ({ url, change }: Props) => (
  <SpaceBetween size="xs" direction="horizontal">
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
    <Choice
      label="Status"
      all="Any status"
      values={botStatuses}
      labelOf={(value) => statusNames[value]}
      value={url.status}
      onChange={(status) => change({ status, page: 1 })}
    />
  </SpaceBetween>
);
