import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import { fieldChanges } from '#lib/kernel/field-changes.ts';
import { actions } from '#web/api/actions.ts';
import { useCall } from '#web/api/use-call.ts';
import { ChangedFields } from '#web/components/changed-fields.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

/** The user-defined fields of an action, for comparisons; each parameter is a field. */
const fieldsOf = (view: ActionView): Record<string, unknown> => ({
  name: view.name,
  description: view.description,
  type: view.executable_type,
  integration: view.integration_type,
  approval_required: view.approval_required,
  ...Object(view.call),
  ...Object.fromEntries(
    view.parameters_definition.map(({ name, ...one }) => [`parameter ${name}`, one]),
  ),
});

/** `approval_required` as `Approval required`. */
const titleOf = (field: string): string =>
  `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`;

type Props = { id: string; from: number; to: number };

const ActionComparison = ({ id: action_id, from, to }: Props) => {
  const older = useCall(actions.getAction, { action_id, version: from });
  const newer = useCall(actions.getAction, { action_id, version: to });
  if (older.data && newer.data) {
    const fields = fieldChanges(fieldsOf(older.data), fieldsOf(newer.data));
    if (fields.length === 0) return <Box>Both versions are the same.</Box>;
    const label = `Fields of version ${to} that differ from version ${from}`;
    return <ChangedFields {...{ label, fields, titleOf }} />;
  }
  const error = older.error ?? newer.error;
  const retry = () => {
    for (const call of [older, newer]) if (call.error) void call.refetch();
  };
  if (error) return <LoadFailed error={error} subject="both versions" onRetry={retry} />;
  return <Loading text="Comparing versions" />;
};

/** The changes of a version from the previous one, fetched when opened. */
export const VersionChanges = (props: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <ExpandableSection
      variant="footer"
      headerText={`Changes since version ${props.from}`}
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      {isOpen && <ActionComparison {...props} />}
    </ExpandableSection>
  );
};
