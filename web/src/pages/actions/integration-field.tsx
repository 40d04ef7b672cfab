import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';

type Props = {
  label: string;
  description?: string;
  value: string;
  error: string | undefined;
  onBlur: () => void;
  onChange: (type: string) => void;
};

/** A choice of the integration types that can be connected. */
export const IntegrationTypeField = ({
  label,
  description,
  value,
  error,
  onBlur,
  onChange,
}: Props) => {
  const { types } = useIntegrationTypes();
  const options = types
    .filter(({ local }) => !local)
    .map(({ name, displayName }) => ({ value: name, label: displayName }));
  return (
    <FormField label={label} description={description} errorText={error}>
      <Select
        filteringType="auto"
        placeholder="Choose a type"
        selectedOption={options.find((option) => option.value === value) ?? null}
        options={options}
        onBlur={onBlur}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
};
