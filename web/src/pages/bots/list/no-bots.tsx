import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import { NewBotButton } from './header-acts.tsx';

const BotLibrary = () => <Link to={pathTo('library')}>Bot Library</Link>;

type Shown = {
  page: number;
  onPage: (to: { page: number }) => void;
  onClearFilter: (() => void) | undefined;
};

/** Shown instead of rows if there are none, with advice. */
export const noBotsMessage = ({ page, onPage, onClearFilter }: Shown) => {
  if (page > 1) {
    return {
      title: 'No more bots',
      text: 'This page does not exist.',
      action: <Button onClick={() => onPage({ page: 1 })}>Go to the first page</Button>,
    };
  }
  if (onClearFilter) {
    return {
      title: 'No Bots Available with selected filters.',
      text: 'Change the filters, or start from a template of the library.',
      action: (
        <SpaceBetween size="xs">
          <Button onClick={onClearFilter}>Clear filters</Button>
          <BotLibrary />
        </SpaceBetween>
      ),
    };
  }
  return {
    title: 'No Bots Available',
    text: 'A bot runs on demand, on a schedule, or when a listener is called.',
    action: (
      <SpaceBetween size="xs">
        <NewBotButton />
        <BotLibrary />
      </SpaceBetween>
    ),
  };
};
