import FormField from '@cloudscape-design/components/form-field';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import { modelOption } from '#web/components/model-option.ts';
import type { ModelChoice } from './use-model-choice.ts';

const valueOf = (integration_id: string, model: string) => `${integration_id} ${model}`;

const groupOf = ({
  integration_id,
  alias,
  defaultModel,
  listed,
}: ModelChoice['groups'][number]) => ({
  label: alias,
  options: [
    {
      value: valueOf(integration_id, ''),
      label: defaultModel === undefined ? 'Default model' : `Default model (${defaultModel})`,
      tags: [alias],
    },
    ...listed.map((model) => ({
      ...modelOption(model),
      value: valueOf(integration_id, model.name),
      tags: [alias],
    })),
  ],
});

type Props = { choice: ModelChoice; disabled: boolean };

/** The choice of the model. Messages and the draft are sent to it. */
export const ModelField = ({ choice, disabled }: Props) => {
  const { groups, chosen, choose } = choice;
  const options: SelectProps.OptionGroup[] = groups.map(groupOf);
  const selectedValue = chosen && valueOf(chosen.integration_id, chosen.model);
  const all = options.flatMap((group) => group.options);
  return (
    <FormField
      label="Model"
      description={
        'The model receives your messages, lookup results, the draft and any run it explains. ' +
        'In the draft and the run, values whose names look like secrets are hidden; ' +
        'other text is sent as it is.'
      }
    >
      <Select
        options={options}
        disabled={disabled}
        selectedOption={all.find(({ value }) => value === selectedValue) ?? null}
        onChange={({ detail }) => {
          const [integration_id = '', model = ''] = detail.selectedOption.value?.split(' ') ?? [];
          choose({ integration_id, model });
        }}
      />
    </FormField>
  );
};
