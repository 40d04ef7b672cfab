import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import Icon from '@cloudscape-design/components/icon';
import Link from '@cloudscape-design/components/link';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { supportsType } from '#lib/domain/actions/supports-integration.rules.ts';
import { hrefTo } from '#lib/pages.ts';
import { type Choice as ChoiceOption, type Choices, type ControlProps, textOf } from './control.ts';

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
  const chosen = texts.parse(value ?? field.fallback);
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

const byLabel = (a: ChoiceOption, b: ChoiceOption): number =>
  (a.label ?? '').localeCompare(b.label ?? '');

/** The choices grouped by their headings, all sorted by name. */
const groupOptions = (options: readonly ChoiceOption[]): SelectProps.Options => {
  const headings = [...new Set(options.flatMap(({ group }) => group ?? []))];
  const groups = headings
    .toSorted((a, b) => a.localeCompare(b))
    .map((label) => ({
      label,
      options: options.filter(({ group }) => group === label).toSorted(byLabel),
    }));
  return [...options.filter(({ group }) => group === undefined), ...groups];
};

/** A warning about the chosen option. */
export const Warning = ({ text }: { text: string | undefined }) => (
  <div aria-live="polite">
    {text && (
      <Box variant="small" color="text-status-warning">
        <Icon name="status-warning" size="small" /> {text}
      </Box>
    )}
  </div>
);

type ChoiceProps = Omit<ControlProps, 'field' | 'context' | 'Form'> & {
  choices: Choices;
  subject: string;
  /** Asks for a choice if one is required: there is no "None" then. */
  placeholder?: string | undefined;
};

/** One of the choices by its id, or none; an unknown id is shown as it is. */
const ChoiceSelect = ({
  choices,
  subject,
  placeholder,
  value,
  onChange,
  readOnly,
}: ChoiceProps) => {
  const { options, statusType, retry, search } = choices;
  const id = textOf(value);
  const chosen = options.find((option) => option.value === id);
  const emptyOption = placeholder === undefined ? none : null;
  return (
    <Select
      options={placeholder === undefined ? [none, ...groupOptions(options)] : groupOptions(options)}
      placeholder={placeholder ?? ''}
      readOnly={readOnly}
      selectedOption={chosen ?? (id ? { value: id, label: id } : emptyOption)}
      statusType={statusType}
      loadingText={`Loading ${subject}`}
      errorText={`Could not load ${subject}.`}
      recoveryText="Retry"
      onLoadItems={({ detail }) =>
        search && !detail.samePage ? search(detail.filteringText) : retry()
      }
      filteringType={search ? 'manual' : 'auto'}
      onChange={({ detail }) => onChange(detail.selectedOption.value || undefined)}
    />
  );
};

export const ListenerControl = (props: ControlProps) => {
  const choices = props.context.choices.listener;
  const warning = choices.options.find(({ value }) => value === props.value)?.warning;
  return (
    <SpaceBetween size="xxs">
      <ChoiceSelect {...props} choices={choices} subject="listeners" />
      <Warning text={warning} />
    </SpaceBetween>
  );
};

export const ActionControl = (props: ControlProps) => {
  const choices = props.context.choices.action;
  const warning = choices.options.find(({ value }) => value === props.value)?.warning;
  return (
    <SpaceBetween size="xxs">
      <ChoiceSelect {...props} choices={choices} subject="actions" placeholder="Choose an action" />
      <Warning text={warning} />
    </SpaceBetween>
  );
};

/** The choice of a bot that an agent may run. */
export const BotControl = (props: ControlProps) => {
  const choices = props.context.choices.bot;
  const warning = choices.options.find(({ value }) => value === props.value)?.warning;
  return (
    <SpaceBetween size="xxs">
      <ChoiceSelect {...props} choices={choices} subject="bots" placeholder="Choose a bot" />
      <Warning text={warning} />
    </SpaceBetween>
  );
};

const integrationRef = z
  .object({ type: z.string(), id: z.string().optional() })
  .optional()
  .catch(undefined);

/**
 * The page to connect an integration: a field that names types is about models or tools of agents.
 */
const connectHref = ({ only }: ControlProps['field']): string =>
  hrefTo('integrations', {}, only === undefined ? {} : { category: 'AI' });

/**
 * One integration, by type and id. The link to connect one opens a new tab, so that the graph stays
 * as it is.
 */
export const IntegrationControl = ({ field, value, onChange, ...rest }: ControlProps) => {
  const chosen = integrationRef.parse(value);
  const { options, ...choices } = rest.context.choices.integration;
  const { action } = rest.context;
  const acceptsType = (type = '') =>
    field.only === undefined ? !action || supportsType(action, type) : field.only.includes(type);
  const matchingOptions = options.filter(
    ({ use = '', type }) => (field.uses?.includes(use) ?? true) && acceptsType(type),
  );
  const typeOf = (id: string) => options.find((option) => option.value === id)?.type ?? '';
  return (
    <SpaceBetween size="xxs">
      <ChoiceSelect
        {...rest}
        value={chosen?.id}
        onChange={(id) => onChange(typeof id === 'string' ? { type: typeOf(id), id } : undefined)}
        choices={{ ...choices, options: matchingOptions }}
        subject="integrations"
        placeholder={field.needed ? 'Choose an integration' : undefined}
      />
      <Warning text={options.find((option) => option.value === chosen?.id)?.warning} />
      {chosen && chosen.id === undefined && (
        <Box variant="small" color="text-status-warning">
          This step was made for an integration of the type {chosen.type}.
        </Box>
      )}
      {!rest.readOnly && (
        <Link external href={connectHref(field)} externalIconAriaLabel="Opens in a new tab">
          Connect an integration
        </Link>
      )}
    </SpaceBetween>
  );
};

const integrationRefs = z
  .array(z.object({ type: z.string(), id: z.string().optional() }))
  .catch([]);

/** Several integrations of one type, or all of them; a missing choice is reported. */
export const IntegrationsControl = ({ field, value, onChange, ...rest }: ControlProps) => {
  const chosen = integrationRefs.parse(value);
  const { options, statusType, retry, search } = rest.context.choices.integration;
  const { only } = field;
  const matchingOptions = options.filter(({ type = '' }) => only?.includes(type) ?? true);
  const optionOf = ({ id = '' }: { id?: string | undefined }) =>
    options.find((option) => option.value === id) ?? { value: id, label: id };
  const typeOf = (id: string) =>
    [...options.map((one) => ({ id: one.value, type: one.type })), ...chosen].find(
      (one) => one.id === id,
    )?.type ?? '';
  return (
    <SpaceBetween size="xxs">
      <Multiselect
        options={matchingOptions}
        readOnly={rest.readOnly}
        placeholder="All that were scanned"
        selectedOptions={chosen.filter(({ id }) => id !== undefined).map(optionOf)}
        statusType={statusType}
        loadingText="Loading integrations"
        errorText="Could not load integrations."
        recoveryText="Retry"
        empty="No integration of this type."
        onLoadItems={({ detail }) =>
          search && !detail.samePage ? search(detail.filteringText) : retry()
        }
        filteringType={search ? 'manual' : 'auto'}
        onChange={({ detail }) =>
          onChange(detail.selectedOptions.map(({ value: id = '' }) => ({ type: typeOf(id), id })))
        }
      />
      {chosen.some(({ id }) => id === undefined) && (
        <Box variant="small" color="text-status-warning">
          This step was made for certain integrations. Choose yours, or none for all of them.
        </Box>
      )}
    </SpaceBetween>
  );
};

export const NodeControl = (props: ControlProps) => {
  const choices: Choices = {
    options: props.context.nodes,
    statusType: 'finished',
    retry: () => undefined,
  };
  return <ChoiceSelect {...props} choices={choices} subject="nodes" />;
};
