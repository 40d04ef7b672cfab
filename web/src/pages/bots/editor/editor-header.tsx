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
import { actOf, botMenuItems } from '../acts/bot-acts.ts';
import { BotStatus, VersionBadges } from '../acts/bot-badges.tsx';
import { draftRunRefusal, publishRefusal, type Situation } from '../acts/refusals.ts';
import type { useBotActs } from '../acts/use-bot-acts.tsx';

const ownActions = ['settings', 'versions'] as const;

export type HeaderAction =
  'save' | 'validate' | 'publish' | 'run' | 'builder' | (typeof ownActions)[number];

type Props = {
  name: string;
  situation: Situation;
  changed: boolean;
  busy: HeaderAction | undefined;
  onAction: (action: HeaderAction) => void;
  /** Actions on the bot that are available wherever it is shown. */
  acts: Pick<ReturnType<typeof useBotActs>, 'onAct' | 'isChangingStatus'>;
};

const writeRefusal = ({ saved, refusals }: Situation): string | undefined =>
  saved ? refusals.save : refusals.create;

/** Menu items that lead to this page, or have their own button for the draft. */
const excludedItems: readonly string[] = ['edit', 'run'];

const menuItems = (situation: Situation): ButtonDropdownProps.Items => {
  const { saved, refusals, dirty } = situation;
  const settings = {
    id: 'settings',
    text: 'Bot settings',
    ...disabledBy(writeRefusal(situation)),
  };
  if (!saved) return [settings];
  const botItems = botMenuItems(saved, refusals).filter(({ id }) => !excludedItems.includes(id));
  const unsaved = disabledBy(dirty ? 'Save the bot first.' : undefined);
  return [
    settings,
    { id: 'versions', text: 'Versions' },
    ...botItems.map((item) => (item.id === 'open' ? { ...item, text: 'View', ...unsaved } : item)),
  ];
};

const Menu = ({ situation, acts, onAction }: Omit<Props, 'name' | 'changed' | 'busy'>) => {
  const follow = useFollow();
  const { saved } = situation;
  return (
    <ButtonDropdown
      items={menuItems(situation)}
      loading={acts.isChangingStatus}
      onItemFollow={follow}
      onItemClick={({ detail }) => {
        const ownAction = ownActions.find((one) => one === detail.id);
        const botAction = actOf(detail.id);
        if (ownAction) onAction(ownAction);
        if (botAction && saved) acts.onAct(botAction, saved);
      }}
    >
      Actions
    </ButtonDropdown>
  );
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

/** Name, versions and state of the bot, and its actions. */
export const EditorHeader = ({ name, situation, changed, busy, acts, onAction }: Props) => {
  const count = situation.problems.length;
  return (
    <SpaceBetween size="xxs">
      <Header
        variant="h1"
        info={<InfoLink />}
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            <Menu {...{ situation, acts, onAction }} />
            <Button iconName="gen-ai" onClick={() => onAction('builder')}>
              AI builder
            </Button>
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
