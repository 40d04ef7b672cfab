import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ExceptionView } from '#lib/domain/compliance/exceptions/exception.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { compliance } from '#web/api/compliance.ts';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Link } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import type { ExceptionAct } from './applied.tsx';
import { coveredText } from './covered-text.ts';

type OnAct = (action: ExceptionAct, exception: ExceptionView) => void;

const acts = ['edit', 'end'] as const;
const calls = { edit: compliance.updateException, end: compliance.deleteException };

const RowMenu = ({ one, onAct }: { one: ExceptionView; onAct: OnAct }) => {
  const refusals = useRefusals(calls);
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for the exception for ${coveredText(one)}`}
      items={[
        { id: 'edit', text: 'Edit', ...disabledBy(refusals.edit) },
        { id: 'end', text: 'Delete', ...disabledBy(refusals.end) },
      ]}
      onItemClick={({ detail }) => {
        const action = acts.find((name) => name === detail.id);
        if (action) onAct(action, one);
      }}
    />
  );
};

const ExceptionStatus = ({ expired }: ExceptionView) =>
  expired ? (
    <StatusIndicator type="stopped">Expired</StatusIndicator>
  ) : (
    <StatusIndicator>Active</StatusIndicator>
  );

export const exceptionColumns = (onAct: OnAct): Column<ExceptionView>[] => [
  {
    id: 'rule',
    name: 'Rule',
    isRowHeader: true,
    minWidth: 220,
    cell: ({ rule_id, rule_title }) =>
      rule_title === undefined ? (
        rule_id
      ) : (
        <Link to={pathTo('compliance', {}, { rule: rule_id })}>{rule_title}</Link>
      ),
  },
  { id: 'status', name: 'Status', minWidth: 105, cell: (one) => <ExceptionStatus {...one} /> },
  { id: 'covers', name: 'Covers', minWidth: 220, cell: coveredText },
  { id: 'reason', name: 'Reason', minWidth: 200, cell: ({ reason }) => reason },
  { id: 'owner', name: 'Owner', minWidth: 130, cell: ({ owner }) => owner },
  { id: 'expires', name: 'Last day', minWidth: 110, cell: ({ expires_on = '-' }) => expires_on },
  {
    id: 'created',
    name: 'Made',
    minWidth: 190,
    hidden: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'actions',
    name: 'Actions',
    minWidth: 95,
    cell: (one) => <RowMenu one={one} onAct={onAct} />,
  },
];
