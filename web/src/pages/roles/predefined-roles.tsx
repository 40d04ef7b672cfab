import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import type { RoleView } from '#lib/domain/roles/role.schema.ts';
import { useIsNarrow } from '#web/components/use-is-narrow.ts';
import { type OnAction, roleColumns } from './role-columns.tsx';

type Props = { items: readonly RoleView[]; loading: boolean; onAction: OnAction };

/** The predefined roles, the same for every organisation. */
export const PredefinedRoles = ({ items, loading, onAction }: Props) => (
  <Table
    header={
      <Header variant="h2" {...(items.length > 0 && { counter: `(${items.length})` })}>
        Predefined Roles
      </Header>
    }
    items={items}
    loading={loading}
    loadingText="Loading predefined roles"
    trackBy="_id"
    resizableColumns
    enableKeyboardNavigation
    wrapLines
    // On a narrow screen it would cover the column beside the names.
    stickyColumns={{ last: useIsNarrow() ? 0 : 1 }}
    columnDefinitions={roleColumns(onAction).map(({ name, ...column }) => ({
      ...column,
      header: name,
    }))}
    ariaLabels={{ tableLabel: 'Predefined Roles' }}
  />
);
