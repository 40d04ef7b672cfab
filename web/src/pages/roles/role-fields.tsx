import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { TextField } from '#web/components/text-field.tsx';
import { fieldOf } from '#web/components/use-zod-form.ts';
import type { RoleForm } from './role-form.ts';

type Props = { form: RoleForm; readOnly?: boolean };

/** The name and description of a role. */
export const RoleFields = ({ form, readOnly = false }: Props) => (
  <Container header={<Header variant="h2">Role details</Header>}>
    <SpaceBetween size="l">
      <TextField
        label="Role Name"
        {...(!readOnly && { constraint: '3 to 64 letters, digits and hyphens.' })}
        readOnly={readOnly}
        {...fieldOf(form, 'name')}
      />
      <FormField
        label="Description"
        description={readOnly ? undefined : 'Describes the role to those who assign it.'}
        errorText={form.errorOf('description')}
      >
        <Textarea
          rows={2}
          value={form.values.description}
          readOnly={readOnly}
          onChange={({ detail }) => form.set('description', detail.value)}
          onBlur={() => form.touch('description')}
        />
      </FormField>
    </SpaceBetween>
  </Container>
);
