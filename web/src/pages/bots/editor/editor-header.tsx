import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import ButtonDropdown, {
  type ButtonDropdownProps,
} from '@cloudscape-design/components/button-dropdown';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { InfoLink } from '#web/app/help.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { useFollow } from '#web/components/link.tsx';
import { BotStatus, VersionBadges } from '../acts/bot-badges.tsx';
import {
  draftRunRefusal,
  publishRefusal,
  statusRefusal,
  type Situation,
} from '../acts/refusals.ts';
import { scheduleItems } from '../acts/schedule-items.ts';

const menuActions = ['settings', 'versions', 'toggle', 'schedule', 'delete'] as const;

export type HeaderAction = 'save' | 'validate' | 'publish' | 'run' | (typeof menuActions)[number];

type Props = {
  name: string;
  situation: Situation;
  changed: boolean;
  busy: HeaderAction | undefined;
  onAction: (action: HeaderAction) => void;
};

const writeRefusal = ({ saved, refusals }: Situation): string | undefined =>
  saved ? refusals.save : refusals.create;

const menuItems = (situation: Situation): ButtonDropdownProps.Items => {
  const { saved, refusals, dirty } = situation;
  const settings = {
    id: 'settings',
    text: 'Bot settings',
    ...disabledBy(writeRefusal(situation)),
  };
  if (!saved) return [settings];
  const toggle = saved.status === 'enabled' ? 'Disable' : 'Enable';
  return [
    settings,
    { id: 'versions', text: 'Versions' },
    { id: 'toggle', text: toggle, ...disabledBy(statusRefusal(saved, refusals.status)) },
    ...scheduleItems(saved, refusals.status),
    {
      id: 'view',
      text: 'View',
      href: `#/bots/${saved._id}?mode=view`,
      ...disabledBy(dirty ? 'Save the bot first.' : undefined),
    },
    { id: 'runs', text: 'View runs', href: `#/bots/executions?bot_id=${saved._id}` },
    { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
  ];
};

const Badges = ({ situation: { saved, dirty } }: Pick<Props, 'situation'>) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    {saved ? <VersionBadges {...saved} /> : <Badge>Not saved yet</Badge>}
    {saved && dirty && <Badge color="severity-medium">Unsaved changes</Badge>}
    {saved && <BotStatus status={saved.status} />}
  </SpaceBetween>
);

const saveRefusal = (situation: Situation, changed: boolean): string | undefined =>
  writeRefusal(situation) ??
  (changed || !situation.saved ? undefined : 'Nothing has changed since the last save.');

/** Name, versions and state of the bot, and what can be done with it. */
export const EditorHeader = ({ name, situation, changed, busy, onAction }: Props) => {
  const follow = useFollow();
  const count = situation.problems.length;
  return (
    <SpaceBetween size="xxs">
      <Header
        variant="h1"
        info={<InfoLink />}
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            <ButtonDropdown
              items={menuItems(situation)}
              loading={busy === 'toggle'}
              onItemFollow={follow}
              onItemClick={({ detail }) => {
                const action = menuActions.find((one) => one === detail.id);
                if (action) onAction(action);
              }}
            >
              Actions
            </ButtonDropdown>
            <Button onClick={() => onAction('validate')}>
              Validate{count > 0 ? ` (${count})` : ''}
            </Button>
            <Button {...disabledBy(draftRunRefusal(situation))} onClick={() => onAction('run')}>
              Run
            </Button>
            <Button {...disabledBy(publishRefusal(situation))} onClick={() => onAction('publish')}>
              Publish
            </Button>
            <Button
              variant="primary"
              {...disabledBy(saveRefusal(situation, changed))}
              loading={busy === 'save'}
              onClick={() => onAction('save')}
            >
              Save
            </Button>
          </SpaceBetween>
        }
      >
        {name}
      </Header>
      <Badges situation={situation} />
    </SpaceBetween>
  );
};
