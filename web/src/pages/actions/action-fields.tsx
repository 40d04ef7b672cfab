import Checkbox from '@cloudscape-design/components/checkbox';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { writableTypes } from '#lib/domain/actions/definition.schema.ts';
import type { NewAction } from '#lib/domain/actions/own-action.schema.ts';
import { CodeText } from '#web/components/code/code-text.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { fieldOf, type ZodForm } from '#web/components/use-zod-form.ts';
import type { ActionDraft, BodyFormat } from './action-draft.ts';
import { AgentFields } from './agent-fields.tsx';
import { AwsFields } from './aws-fields.tsx';
import { typeNames } from './columns.tsx';
import { ExpectsFields } from './expects-fields.tsx';
import { PairRows } from './pair-rows.tsx';
import { ParameterRows } from './parameter-rows.tsx';
import { ResultField } from './result-field.tsx';
import { PythonFields } from './python-fields.tsx';
import { IntegrationTypeField } from './integration-field.tsx';

export type ActionForm = ZodForm<ActionDraft, NewAction>;

type Props = { form: ActionForm };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value }));

const bodyFormats: { value: BodyFormat; label: string }[] = [
  { value: 'nothing', label: 'Nothing' },
  { value: 'json', label: 'JSON' },
  { value: 'form', label: 'Form' },
];

const IntegrationField = ({ form }: Props) => (
  <IntegrationTypeField
    label="Integration"
    description={
      form.values.executable_type === 'python'
        ? 'The type that it is listed under.'
        : 'Integration type this action runs against.'
    }
    value={form.values.integration_type}
    error={form.errorOf('integration_type')}
    onBlur={() => form.touch('integration_type')}
    onChange={(type) => form.set('integration_type', type)}
  />
);

const BasicFields = ({ form }: Props) => {
  const { description, executable_type } = form.values;
  return (
    <SpaceBetween size="m">
      <TextField label="Name" {...fieldOf(form, 'name')} />
      <FormField label="Description" errorText={form.errorOf('description')}>
        <Textarea
          value={description}
          rows={2}
          onChange={({ detail }) => form.set('description', detail.value)}
          onBlur={() => form.touch('description')}
        />
      </FormField>
      <FormField label="Type" description="What it calls.">
        <Select
          selectedOption={{ value: executable_type, label: typeNames[executable_type] }}
          options={writableTypes.map((value) => ({ value, label: typeNames[value] }))}
          onChange={({ detail }) => {
            const type = writableTypes.find((value) => value === detail.selectedOption.value);
            if (type) form.set('executable_type', type);
          }}
        />
      </FormField>
      {['rest', 'python'].includes(executable_type) && <IntegrationField form={form} />}
      <Checkbox
        checked={form.values.approval_required}
        description="Every path of a bot that leads to it must pass through an approval."
        onChange={({ detail }) => form.set('approval_required', detail.checked)}
      >
        Approval required
      </Checkbox>
      {form.errorOf('approval_required') && (
        <FormField errorText={form.errorOf('approval_required')} />
      )}
    </SpaceBetween>
  );
};

const pairPropsOf = (form: ActionForm, name: 'query' | 'headers' | 'form') => ({
  pairs: form.values[name],
  error: form.errorOf(`call.${name}`),
  onChange: (pairs: ActionDraft['query']) => form.set(name, pairs),
  onBlur: () => form.touch(`call.${name}`),
});

const BodyFields = ({ form }: Props) => {
  const { sends: bodyFormat, body } = form.values;
  return (
    <SpaceBetween size="m">
      <FormField label="Content">
        <Select
          selectedOption={bodyFormats.find(({ value }) => value === bodyFormat) ?? null}
          options={bodyFormats}
          onChange={({ detail }) => {
            const option = bodyFormats.find(({ value }) => value === detail.selectedOption.value);
            form.set('sends', option?.value ?? 'nothing');
          }}
        />
      </FormField>
      {bodyFormat === 'json' && (
        <FormField
          stretch
          label="Body"
          description={'"{name}" stands for the value of a parameter.'}
          errorText={form.errorOf('call.body')}
        >
          <CodeText
            language="json"
            text={body}
            label="Body"
            height={200}
            onChange={(text) => form.set('body', text)}
          />
        </FormField>
      )}
      {bodyFormat === 'form' && (
        <PairRows label="Form" subject="field" {...pairPropsOf(form, 'form')} />
      )}
    </SpaceBetween>
  );
};

const RestFields = ({ form }: Props) => {
  const { method, path } = form.values;
  return (
    <SpaceBetween size="m">
      <FormField label="Method">
        <Select
          selectedOption={methods.find(({ value }) => value === method) ?? null}
          options={methods}
          onChange={({ detail }) => form.set('method', detail.selectedOption.value ?? 'GET')}
        />
      </FormField>
      <TextField
        label="Path"
        description="Appended to the API address. Use {name} for a parameter."
        value={path}
        onChange={(value) => form.set('path', value)}
        onBlur={() => form.touch('call.path')}
        error={form.errorOf('call.path')}
      />
      {method !== 'GET' && <BodyFields form={form} />}
      <ExpandableSection headerText="Query, headers and result" variant="footer">
        <SpaceBetween size="m">
          <PairRows label="Query" subject="value" {...pairPropsOf(form, 'query')} />
          <PairRows
            label="Headers"
            subject="header"
            description="The integration adds its authentication headers."
            {...pairPropsOf(form, 'headers')}
          />
          <ResultField form={form} example="/data/id" />
          <ExpectsFields form={form} />
        </SpaceBetween>
      </ExpandableSection>
    </SpaceBetween>
  );
};

/** The fields for the call, by the type of action. */
const callFields = { rest: RestFields, aws: AwsFields, agent: AgentFields, python: PythonFields };

/** The fields of an action. */
export const ActionFields = ({ form }: Props) => {
  const CallFields = callFields[form.values.executable_type];
  return (
    <SpaceBetween size="l">
      <BasicFields form={form} />
      <CallFields form={form} />
      <ParameterRows form={form} />
    </SpaceBetween>
  );
};
