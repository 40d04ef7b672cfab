import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { categories } from '#lib/domain/bots/bot.schema.ts';
import { severities } from '#lib/kernel/findings.ts';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { inventory } from '#web/api/inventory.ts';
import { useCall } from '#web/api/use-call.ts';
import { CodeText } from '#web/components/code/code-text.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { fieldOf } from '#web/components/use-zod-form.ts';
import { severityNames } from '../rule-columns.tsx';
import type { OwnRuleForm } from './own-rule-form.ts';

type Field = { value: string; onChange: (value: string) => void; onBlur: () => void };

type LongTextProps = Field & { label: string; description: string; error: string | undefined };

const LongText = ({ label, description, error, value, onChange, onBlur }: LongTextProps) => (
  <FormField label={label} description={description} errorText={error}>
    <Textarea
      value={value}
      rows={2}
      onChange={({ detail }) => onChange(detail.value)}
      onBlur={onBlur}
    />
  </FormField>
);

type SelectFieldProps<T extends string> = {
  label: string;
  values: readonly T[];
  labelOf?: (value: T) => string;
  value: T;
  error?: string | undefined;
  /** There are many options: they can be searched. */
  many?: boolean;
  onChange: (value: T) => void;
};

const SelectField = <T extends string>(props: SelectFieldProps<T>) => {
  const { label, values, labelOf = (value) => value, value, error, many = false } = props;
  const options = values.map((one) => ({ value: one, label: labelOf(one) }));
  const found = options.find((option) => option.value === value);
  return (
    <FormField label={label} errorText={error}>
      <Select
        options={options}
        filteringType={many ? 'auto' : 'none'}
        selectedOption={found ?? { value }}
        onChange={({ detail }) => {
          const newValue = values.find((one) => one === detail.selectedOption.value);
          if (newValue !== undefined) props.onChange(newValue);
        }}
      />
    </FormField>
  );
};

const DescriptionFields = ({ form }: { form: OwnRuleForm }) => (
  <Container header={<Header variant="h2">Details</Header>}>
    <SpaceBetween size="m">
      <TextField
        label="Title"
        description="State the compliant condition, such as: Buckets have versioning enabled."
        {...fieldOf(form, 'title')}
      />
      <LongText
        label="Description"
        description="Why it matters."
        {...fieldOf(form, 'description')}
      />
      <LongText
        label="Remediation"
        description="How to fix a finding."
        {...fieldOf(form, 'remediation')}
      />
      <SelectField
        label="Severity"
        values={severities}
        labelOf={(severity) => severityNames[severity]}
        value={form.values.severity}
        onChange={(severity) => form.set('severity', severity)}
      />
      <SelectField
        label="Category"
        values={categories}
        value={form.values.category}
        onChange={(category) => form.set('category', category)}
      />
    </SpaceBetween>
  </Container>
);

const QueryFields = ({ form }: { form: OwnRuleForm }) => {
  const { integration_type, resource_type, sql } = form.values;
  const { nameOf } = useIntegrationTypes();
  const { data } = useCall(inventory.listResourceTypes, { integration_type });
  const types = data?.items ?? [];
  const typeNameOf = (type: string) =>
    types.find((one) => one.resource_type === type)?.name ?? type;
  return (
    <Container header={<Header variant="h2">Query</Header>}>
      <SpaceBetween size="m">
        <SelectField
          label="Integration type"
          values={inventoryTypes}
          labelOf={nameOf}
          value={integration_type}
          onChange={(type) => {
            form.set('integration_type', type);
            form.set('resource_type', '');
          }}
        />
        <SelectField
          label="Resource type"
          many
          values={types.map((one) => one.resource_type)}
          labelOf={(type) => (type === '' ? 'Choose a resource type' : typeNameOf(type))}
          value={resource_type}
          error={form.errorOf('resource_type')}
          onChange={(type) => form.set('resource_type', type)}
        />
        <TextField
          label="Service"
          description="Its usual name, such as S3."
          {...fieldOf(form, 'service')}
        />
        <FormField
          label="SQL"
          stretch
          description={
            'One PostgreSQL SELECT over inventory tables. It must return resource, status ' +
            '(alarm, ok, info, skip or error), reason, region and account_id.'
          }
          constraintText="Read-only; 10 s limit per scan."
          errorText={form.errorOf('sql')}
        >
          <CodeText
            language="sql"
            label="SQL of the rule"
            height={260}
            text={sql}
            onChange={(text) => form.set('sql', text)}
          />
        </FormField>
      </SpaceBetween>
    </Container>
  );
};

/** All fields of an own rule. */
export const OwnRuleFields = ({ form }: { form: OwnRuleForm }) => (
  <SpaceBetween size="l">
    <DescriptionFields form={form} />
    <QueryFields form={form} />
  </SpaceBetween>
);
