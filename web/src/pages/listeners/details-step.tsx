import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { webhookSources } from '#lib/domain/listeners/listener.schema.ts';
import { FormRefusal } from '#web/components/form-refusal.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { fieldOf } from '#web/components/use-zod-form.ts';
import { AuthFields } from './auth-fields.tsx';
import type { ListenerForm } from './listener-form.ts';
import { sourceNames } from './names.ts';
import { PayloadFields } from './payload-fields.tsx';

const sources = webhookSources.map((value) => ({ value, label: sourceNames[value] }));

type Props = { form: ListenerForm; isNew: boolean };

const WebhookFields = ({ form, isNew }: Props) => (
  <SpaceBetween size="l">
    <TextField
      label="Webhook name"
      constraint={
        isNew
          ? '3 to 100 letters, digits, hyphens and spaces. It cannot be changed later.'
          : 'The name cannot be changed.'
      }
      readOnly={!isNew}
      {...fieldOf(form, 'name')}
    />
    <FormField label="Description" errorText={form.errorOf('description')}>
      <Textarea
        rows={2}
        value={form.values.description}
        onChange={({ detail }) => form.set('description', detail.value)}
        onBlur={() => form.touch('description')}
      />
    </FormField>
    <FormField
      label="Source"
      description="The kind of tool that calls the webhook. It is part of the URL."
    >
      <Select
        options={sources}
        selectedOption={
          sources.find(({ value }) => value === form.values.webhook_source_integration_type) ?? null
        }
        onChange={({ detail }) => {
          const source = webhookSources.find((one) => one === detail.selectedOption.value);
          if (source) form.set('webhook_source_integration_type', source);
        }}
      />
    </FormField>
  </SpaceBetween>
);

/** Step "details" of the wizard: all stored fields. */
export const DetailsStep = ({ form, isNew }: Props) => {
  const { fieldsRef, values } = form;
  const { payload_validation_fields = [], delivery_id_field } = values;
  const isChecked = payload_validation_fields.length > 0 || delivery_id_field !== undefined;
  return (
    <SpaceBetween size="l">
      {form.unplaced && <FormRefusal form={form} header="The listener was not saved" />}
      <div ref={fieldsRef}>
        <SpaceBetween size="l">
          <Container header={<Header variant="h2">Webhook</Header>}>
            <WebhookFields form={form} isNew={isNew} />
          </Container>
          <Container header={<Header variant="h2">Authentication</Header>}>
            <AuthFields form={form} />
          </Container>
          <ExpandableSection
            variant="container"
            headerText="Payload"
            headerDescription="Optional checks of the payload."
            defaultExpanded={isChecked}
          >
            <PayloadFields form={form} />
          </ExpandableSection>
        </SpaceBetween>
      </div>
    </SpaceBetween>
  );
};
