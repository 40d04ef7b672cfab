import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LinkButton, useFollow } from '#web/components/link.tsx';
import { actOf, botMenuItems } from '../acts/bot-acts.ts';
import { BotStatus, VersionBadges } from '../acts/bot-badges.tsx';
import { runRefusal, statusRefusal } from '../acts/refusals.ts';
import type { useBotActs } from '../acts/use-bot-acts.tsx';
import { useBotRefusals } from '../acts/use-bot-refusals.ts';
import { ScheduleFacts } from '../schedule/schedule-facts.tsx';

type Props = {
  bot: BotView;
  acts: Pick<ReturnType<typeof useBotActs>, 'onAct' | 'isStarting' | 'isChangingStatus'>;
  onVersions: () => void;
};

/** Menu items that have their own button here, or lead to this page. */
const excludedItems: readonly string[] = ['open', 'edit', 'run', 'toggle'];

const Menu = ({ bot, acts, onVersions }: Props) => {
  const follow = useFollow();
  const refusals = useBotRefusals();
  return (
    <ButtonDropdown
      items={[
        { id: 'versions', text: 'Versions' },
        ...botMenuItems(bot, refusals).filter(({ id }) => !excludedItems.includes(id)),
      ]}
      onItemFollow={follow}
      onItemClick={({ detail }) => {
        const action = actOf(detail.id);
        if (action) acts.onAct(action, bot);
        if (detail.id === 'versions') onVersions();
      }}
    >
      Actions
    </ButtonDropdown>
  );
};

const Acts = (props: Props) => {
  const { bot, acts } = props;
  const refusals = useBotRefusals();
  return (
    <SpaceBetween size="xs" direction="horizontal">
      <Menu {...props} />
      <Button
        {...disabledBy(statusRefusal(bot, refusals.status))}
        loading={acts.isChangingStatus}
        onClick={() => acts.onAct('toggle', bot)}
      >
        {bot.status === 'enabled' ? 'Disable' : 'Enable'}
      </Button>
      <Button
        {...disabledBy(runRefusal(bot, refusals.run))}
        loading={acts.isStarting}
        onClick={() => acts.onAct('run', bot)}
      >
        Run now
      </Button>
      <LinkButton
        variant="primary"
        to={pathTo('bot', { bot_id: bot._id })}
        {...disabledBy(refusals.save)}
      >
        Edit
      </LinkButton>
    </SpaceBetween>
  );
};

/** Name, versions, state and schedule of a bot on its read-only page. */
export const ViewHeader = (props: Props) => {
  const { bot } = props;
  return (
    <SpaceBetween size="xxs">
      <Header variant="h1" actions={<Acts {...props} />}>
        {bot.name}
      </Header>
      <SpaceBetween size="xs" direction="horizontal" alignItems="center">
        <VersionBadges {...bot} />
        <BotStatus status={bot.status} />
        <ScheduleFacts bot={bot} />
      </SpaceBetween>
    </SpaceBetween>
  );
};
