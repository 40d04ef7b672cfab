import FormField from '@cloudscape-design/components/form-field';
import Multiselect, { type MultiselectProps } from '@cloudscape-design/components/multiselect';
import type { RoleView } from '#lib/domain/roles/role.schema.ts';
import { type Roles, useRoles } from './use-roles.ts';

type Props = {
  /** Ids of the chosen roles. */
  value: readonly string[];
  onChange: (roles: string[]) => void;
  onBlur?: () => void;
  error?: string | undefined;
};

const optionOf = ({ _id, name, description }: RoleView): MultiselectProps.Option => ({
  value: _id,
  label: name,
  description,
});

const groupsOf = ({ predefined, custom }: Roles): MultiselectProps.OptionGroup[] =>
  [
    { label: 'Predefined roles', options: predefined.map(optionOf) },
    { label: 'Your roles', options: custom.map(optionOf) },
  ].filter(({ options }) => options.length > 0);

/** A deleted role can only be removed. */
const chosenOf = (value: readonly string[], all: readonly RoleView[]) =>
  value.map((id): MultiselectProps.Option => {
    const role = all.find(({ _id }) => _id === id);
    return role ? { value: id, label: role.name } : { value: id, label: 'Deleted role' };
  });

const constraintOf = (all: readonly RoleView[]): string => {
  const standard = all.find(({ is_default }) => is_default);
  return standard
    ? `Without a role they have the default role: ${standard.name}.`
    : 'Without a role they have no access, because there is no default role.';
};

/** The choice of a sub-user's roles. */
export const RolesField = ({ value, onChange, onBlur, error }: Props) => {
  const { data, error: failure, isLoading, refetch } = useRoles();
  const all = data ? [...data.predefined, ...data.custom] : [];
  const status = (isLoading && 'loading') || (failure && 'error') || 'finished';
  return (
    <FormField
      stretch
      label={
        <span>
          Roles <i>- optional</i>
        </span>
      }
      description="Permissions: everything the roles allow, minus what any of them denies."
      constraintText={data && constraintOf(all)}
      errorText={error ?? (failure && 'Failed to load roles.')}
    >
      <Multiselect
        expandToViewport
        filteringType="auto"
        placeholder={isLoading ? 'Loading roles' : 'Choose roles'}
        options={data ? groupsOf(data) : []}
        selectedOptions={data ? chosenOf(value, all) : []}
        statusType={status}
        loadingText="Loading roles"
        errorText="Failed to load roles."
        recoveryText="Retry"
        empty="No roles"
        {...(onBlur && { onBlur })}
        onLoadItems={() => {
          if (failure) void refetch();
        }}
        onChange={({ detail }) =>
          onChange(detail.selectedOptions.flatMap((option) => option.value ?? []))
        }
      />
    </FormField>
  );
};
