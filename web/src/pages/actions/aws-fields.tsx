import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { awsServices } from '#lib/domain/integrations/aws/services.schema.ts';
import { CodeText } from '#web/components/code/code-text.tsx';
import { TextField } from '#web/components/text-field.tsx';
import type { ActionForm } from './action-fields.tsx';
import { ExpectsFields } from './expects-fields.tsx';
import { ResultField } from './result-field.tsx';
import { AlsoField, UntilFields } from './until-fields.tsx';

const services = Object.keys(awsServices)
  .toSorted()
  .map((value) => ({ value }));

/** The AWS call and its input. */
export const AwsFields = ({ form }: { form: ActionForm }) => {
  const { service, operation, region, given } = form.values;
  const setCall = (name: 'service' | 'operation', value: string) => {
    form.set(name, value);
    // They belong to the previous call.
    form.set('also', '');
  };
  const text = (name: 'operation' | 'region') => ({
    onChange: (value: string) =>
      name === 'operation' ? setCall(name, value) : form.set(name, value),
    onBlur: () => form.touch(`call.${name}`),
    error: form.errorOf(`call.${name}`),
  });
  return (
    <SpaceBetween size="m">
      <FormField label="Service" errorText={form.errorOf('call.service')}>
        <Select
          filteringType="auto"
          placeholder="Choose a service"
          selectedOption={services.find(({ value }) => value === service) ?? null}
          options={services}
          onBlur={() => form.touch('call.service')}
          onChange={({ detail }) => setCall('service', detail.selectedOption.value ?? '')}
        />
      </FormField>
      <TextField
        label="Operation"
        constraint="As in the AWS API reference, such as StopInstances."
        value={operation}
        {...text('operation')}
      />
      <TextField
        label={
          <>
            Region <i>- optional</i>
          </>
        }
        constraint="Default: the region of the account. Use {name} for a parameter."
        value={region}
        {...text('region')}
      />
      <FormField
        stretch
        label="Parameters of the call"
        description={'"{name}" stands for the value of a parameter of the action.'}
        errorText={form.errorOf('call.parameters')}
      >
        <CodeText
          language="json"
          text={given}
          label="Parameters of the call"
          height={200}
          onChange={(value) => form.set('given', value)}
        />
      </FormField>
      <ResultField form={form} example="/Reservations/0" />
      <ExpandableSection headerText="Success, waiting and permissions" variant="footer">
        <SpaceBetween size="m">
          <ExpectsFields form={form} />
          <UntilFields form={form} />
          <AlsoField form={form} />
        </SpaceBetween>
      </ExpandableSection>
    </SpaceBetween>
  );
};
