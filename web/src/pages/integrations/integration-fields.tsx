import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { TextField } from '#web/components/text-field.tsx';
import { fieldOf } from '#web/components/use-zod-form.ts';
import { DefinitionFields } from './definition-fields.tsx';
import { GroupsField } from './groups-field.tsx';
import type { Definition, IntegrationForm } from './integration-form.ts';

type Props = {
  definition: Definition;
  form: IntegrationForm;
  existingIntegration?: IntegrationView;
};

/** All fields of an integration. Fields of secrets never contain the stored values. */
export const IntegrationFields = ({ definition, form, existingIntegration }: Props) => (
  <SpaceBetween size="l">
    {existingIntegration && (
      <Alert type="info">A field that you leave blank keeps its stored value.</Alert>
    )}
    <TextField
      label="Alias"
      description="Bots and people refer to the integration by this name."
      constraint="3 to 100 letters, digits, hyphens and spaces."
      {...fieldOf(form, 'alias')}
    />
    <GroupsField form={form} optional={existingIntegration !== undefined} />
    <DefinitionFields
      definition={definition}
      form={form}
      storedSecrets={new Set(Object.keys(existingIntegration?.credentials ?? {}))}
      stored={existingIntegration?.values}
    />
  </SpaceBetween>
);
