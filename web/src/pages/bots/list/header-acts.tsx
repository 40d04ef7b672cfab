import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LinkButton } from '#web/components/link.tsx';
import { type BulkAct, bulkActOf } from '../acts/bot-bulk.ts';
import { useBotRefusals } from '../acts/use-bot-refusals.ts';

export const NewBotButton = ({ variant = 'normal' }: { variant?: 'primary' | 'normal' }) => {
  const refusal = useRefusal(bots.createBot);
  return (
    <LinkButton to={pathTo('newBot')} variant={variant} {...disabledBy(refusal)}>
      New
    </LinkButton>
  );
};

type BulkProps = { selectedCount: number; busy: boolean; onBulk: (action: BulkAct) => void };

const BulkActions = ({ selectedCount, busy, onBulk }: BulkProps) => {
  const refusals = useBotRefusals();
  return (
    <ButtonDropdown
      loading={busy}
      disabled={selectedCount === 0}
      items={[
        { id: 'enable', text: 'Enable', ...disabledBy(refusals.status) },
        { id: 'disable', text: 'Disable', ...disabledBy(refusals.status) },
        { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
      ]}
      onItemClick={({ detail: { id } }) => {
        const action = bulkActOf(id);
        if (action) onBulk(action);
      }}
    >
      Actions
    </ButtonDropdown>
  );
};

type Props = BulkProps & { onImport: () => void };

/** The buttons above the list. */
export const HeaderActs = ({ onImport, ...bulk }: Props) => {
  const refusal = useRefusal(bots.importBot);
  return (
    <SpaceBetween size="xs" direction="horizontal">
      <BulkActions {...bulk} />
      <Button {...disabledBy(refusal)} onClick={onImport}>
        Import
      </Button>
      <NewBotButton variant="primary" />
    </SpaceBetween>
  );
};
