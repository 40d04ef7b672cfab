import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tiles, { type TilesProps } from '@cloudscape-design/components/tiles';
import Toggle from '@cloudscape-design/components/toggle';
import { userTypes } from '#lib/domain/users/user.schema.ts';
import { useCurrentUser } from '#web/app/session.ts';
import { userTypeNames } from '#web/components/user-labels.ts';
import { RolesField } from './roles-field.tsx';
import type { UserForm } from './user-form.ts';

const tilesFor = (mayMakeRoot: boolean) =>
  userTypes.map((value): TilesProps.TilesDefinition => {
    const { name: label, description } = userTypeNames[value];
    if (value !== 'ROOT' || mayMakeRoot) return { value, label, description };
    return {
      value,
      label,
      description: `${description} Only a ROOT user can make somebody ROOT.`,
      disabled: true,
    };
  });

const TypeField = ({ form }: { form: UserForm }) => {
  const { data: me } = useCurrentUser();
  return (
    <FormField stretch label="Type" errorText={form.errorOf('userType')}>
      <Tiles
        value={form.values.userType}
        items={tilesFor(me?.userType === 'ROOT')}
        onChange={({ detail }) => {
          const type = userTypes.find((one) => one === detail.value);
          if (type) form.set('userType', type);
        }}
      />
    </FormField>
  );
};

/** The access of a user. Only sub-users have roles. */
export const AccessFields = ({ form }: { form: UserForm }) => (
  <SpaceBetween size="l">
    <TypeField form={form} />
    {form.values.userType === 'SUBUSER' && (
      <RolesField
        value={form.values.roles}
        onChange={(roles) => form.set('roles', roles)}
        onBlur={() => form.touch('roles')}
        error={form.errorOf('roles')}
      />
    )}
    <FormField label="Access" errorText={form.errorOf('readOnly')}>
      <Toggle
        checked={form.values.readOnly}
        description="They can see what their type and roles allow, but cannot change anything."
        onChange={({ detail }) => form.set('readOnly', detail.checked)}
      >
        Read only
      </Toggle>
    </FormField>
  </SpaceBetween>
);
