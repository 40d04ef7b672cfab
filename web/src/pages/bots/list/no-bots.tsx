import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import { type BotsUrl, type ChangeUrl, isFiltered, noFilter } from './bots-url.ts';
import { NewBot } from './header-acts.tsx';

const BotLibrary = () => <Link to={pathTo('library')}>Bot Library</Link>;

/** What stands in place of the rows where there are none, and what to do then. */
export const noBots = (url: BotsUrl, change: ChangeUrl) => {
  if (url.page > 1) {
    return {
      title: 'No more bots',
      text: 'The list ends before this page.',
      action: <Button onClick={() => change({ page: 1 })}>Go to the first page</Button>,
    };
  }
  if (isFiltered(url)) {
    return {
      title: 'No Bots Available with selected filters.',
      text: 'Other filters may show more, and the library has bots to begin with.',
      action: (
        <SpaceBetween size="xs">
          <Button onClick={() => change(noFilter)}>Clear filters</Button>
          <BotLibrary />
        </SpaceBetween>
      ),
    };
  }
  return {
    title: 'No Bots Available',
    text: 'A bot acts for you: on demand, by a schedule, or when a listener is called.',
    action: (
      <SpaceBetween size="xs">
        <NewBot />
        <BotLibrary />
      </SpaceBetween>
    ),
  };
};
