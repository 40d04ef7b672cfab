import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import Icon from '@cloudscape-design/components/icon';
import Link from '@cloudscape-design/components/link';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { hrefTo } from '#lib/pages.ts';
import { textOf, type Choices, type ControlProps } from './control.ts';

export const SelectControl = ({ field, value, onChange, readOnly }: ControlProps) => {
  const options = [...field.options];
  const chosen = textOf(value ?? field.fallback);
  return (
    <Select
      options={options}
      readOnly={readOnly}
      selectedOption={options.find((option) => option.value === chosen) ?? null}
      onChange={({ detail }) => onChange(detail.selectedOption.value)}
    />
  );
};

const texts = z.array(z.string()).catch([]);

export const MultiselectControl = ({ field, value, onChange, readOnly }: ControlProps) => {
  const chosen = texts.parse(value);
  const values = field.options.map(({ value: one }) => one);
  return (
    <SpaceBetween size="xxs">
      {field.options.map((option) => (
        <Checkbox
          key={option.value}
          checked={chosen.includes(option.value)}
          readOnly={readOnly}
          onChange={({ detail }) =>
            onChange(
              values.filter((one) =>
                one === option.value ? detail.checked : chosen.includes(one),
              ),
            )
          }
        >
          {option.label}
        </Checkbox>
      ))}
    </SpaceBetween>
  );
};

const none = { value: '', label: 'None' };

/** One of the choices by its id, or none; an id that is not among them is shown as it is. */
const Choice = ({
  choices,
  what,
  value,
  onChange,
  readOnly,
}: Omit<ControlProps, 'field' | 'context' | 'Form'> & { choices: Choices; what: string }) => {
  const { options, statusType, retry } = choices;
  const id = textOf(value);
  const chosen = options.find((option) => option.value === id);
  return (
    <Select
      options={[none, ...options]}
      readOnly={readOnly}
      selectedOption={chosen ?? (id ? { value: id, label: id } : none)}
      statusType={statusType}
      loadingText={`Loading ${what}`}
      errorText={`Could not load ${what}.`}
      recoveryText="Retry"
      onLoadItems={retry}
      filteringType="auto"
      onChange={({ detail }) => onChange(detail.selectedOption.value || undefined)}
    />
  );
};

export const ListenerControl = (props: ControlProps) => {
  const choices = props.context.choices.listener;
  const warning = choices.options.find(({ value }) => value === props.value)?.warning;
  return (
    <SpaceBetween size="xxs">
      <Choice {...props} choices={choices} what="listeners" />
      <div aria-live="polite">
        {warning && (
          <Box variant="small" color="text-status-warning">
            <Icon name="status-warning" size="small" /> {warning}
          </Box>
        )}
      </div>
    </SpaceBetween>
  );
};

/** The way to the credentials opens a tab of its own: the graph stays as it is meanwhile. */
export const CredentialControl = (props: ControlProps) => (
  <SpaceBetween size="xxs">
    <Choice {...props} choices={props.context.choices.credential} what="credentials" />
    {!props.readOnly && (
      <Link external href={hrefTo('credentials')} externalIconAriaLabel="Opens in a new tab">
        Manage credentials
      </Link>
    )}
  </SpaceBetween>
);

export const NodeControl = (props: ControlProps) => {
  const choices: Choices = {
    options: props.context.nodes,
    statusType: 'finished',
    retry: () => undefined,
  };
  return <Choice {...props} choices={choices} what="nodes" />;
};
