import Box from '@cloudscape-design/components/box';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { modelOption } from '#web/components/model-option.ts';
import { Warning } from './choice-controls.tsx';
import { type ControlProps, textOf } from './control.ts';
import { TextControl } from './text-controls.tsx';

/** Stands for no name: the model changes with the default of the integration. */
const usualOption = (defaultName: string | undefined) => ({
  value: '',
  label: defaultName === undefined ? 'Default model' : `Default model (${defaultName})`,
});

const notListed =
  'The integration does not list this model. Choose another model, or add this one there.';

/**
 * One of the models that the node's integration lists, or its default. If it lists none, any name
 * can be entered.
 */
export const ModelControl = (props: ControlProps) => {
  const { value, onChange, readOnly, context } = props;
  const { statusType } = context.choices.integration;
  const { models } = context;
  const name = textOf(value);
  if (models ? models.listed.length === 0 : statusType === 'error') {
    return <TextControl {...props} />;
  }
  if (!models && statusType === 'finished' && name === '') {
    return <Box color="text-body-secondary">Choose an integration first.</Box>;
  }
  const options = [usualOption(models?.defaultModel), ...(models?.listed ?? []).map(modelOption)];
  const chosen = options.find((option) => option.value === name);
  return (
    <SpaceBetween size="xxs">
      <Select
        options={options}
        readOnly={readOnly}
        statusType={models ? 'finished' : statusType}
        loadingText="Loading models"
        selectedOption={chosen ?? { value: name, label: name }}
        onChange={({ detail }) => onChange(detail.selectedOption.value || undefined)}
      />
      <Warning text={models && !chosen ? notListed : undefined} />
    </SpaceBetween>
  );
};
