import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { OwnRuleView } from '#lib/domain/compliance/own/own-rule.schema.ts';
import { resourceTypeName } from '#lib/domain/inventory/resources/resource-name.rules.ts';
import { hrefTo, pathTo } from '#lib/pages.ts';
import { compliance } from '#web/api/compliance.ts';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Link, useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { Severity } from '../rule-columns.tsx';

const acts = ['switch', 'delete'] as const;
export type OwnRuleAct = (typeof acts)[number];
type OnAct = (action: OwnRuleAct, one: OwnRuleView) => void;

const calls = { switch: compliance.switchOwnRule, delete: compliance.deleteOwnRule };

const RowMenu = ({ one, onAct }: { one: OwnRuleView; onAct: OnAct }) => {
  const follow = useFollow();
  const refusals = useRefusals(calls);
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${one.title}`}
      items={[
        { id: 'edit', text: 'Edit', href: hrefTo('ownRule', { own_rule_id: one._id }) },
        {
          id: 'found',
          text: 'Show findings',
          href: hrefTo('compliance', {}, { rule: one.rule_id }),
        },
        {
          id: 'switch',
          text: one.enabled ? 'Disable' : 'Enable',
          ...disabledBy(refusals.switch),
        },
        { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
      ]}
      onItemFollow={follow}
      onItemClick={({ detail }) => {
        const action = acts.find((name) => name === detail.id);
        if (action) onAct(action, one);
      }}
    />
  );
};

type Names = { typeOf: (type: OwnRuleView['integration_type']) => string; onAct: OnAct };

export const ownRuleColumns = ({ typeOf, onAct }: Names): Column<OwnRuleView>[] => [
  {
    id: 'title',
    name: 'Rule',
    isRowHeader: true,
    minWidth: 260,
    cell: ({ _id, title }) => <Link to={pathTo('ownRule', { own_rule_id: _id })}>{title}</Link>,
  },
  {
    id: 'status',
    name: 'Status',
    minWidth: 120,
    cell: ({ enabled }) =>
      enabled ? (
        <StatusIndicator>Enabled</StatusIndicator>
      ) : (
        <StatusIndicator type="stopped">Disabled</StatusIndicator>
      ),
  },
  {
    id: 'type',
    name: 'Integration type',
    minWidth: 150,
    cell: ({ integration_type }) => typeOf(integration_type),
  },
  {
    id: 'resource_type',
    name: 'Resource type',
    minWidth: 160,
    cell: ({ resource_type }) => resourceTypeName(resource_type),
  },
  {
    id: 'severity',
    name: 'Severity',
    minWidth: 110,
    cell: ({ severity }) => <Severity of={severity} />,
  },
  {
    id: 'changed',
    name: 'Last changed',
    minWidth: 190,
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
  {
    id: 'actions',
    name: 'Actions',
    minWidth: 110,
    cell: (one) => <RowMenu one={one} onAct={onAct} />,
  },
];
