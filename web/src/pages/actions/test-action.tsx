import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { problemWith } from '#lib/domain/actions/action-call.rules.ts';
import { supportedTypesOf } from '#lib/domain/actions/supports-integration.rules.ts';
import { clientsOf, needsTestConfirmation } from '#lib/domain/actions/action.rules.ts';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { actions } from '#web/api/actions.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { LinkButton } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { useSelectableIntegrations } from '#web/components/use-selectable-integrations.ts';
import { TestResult } from './test-result.tsx';

type Parameter = ActionView['parameters_definition'][number];
type Values = Readonly<Record<string, string>>;

type FieldProps = {
  one: Parameter;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

const ParameterField = ({ one, value, error, onChange }: FieldProps) => {
  const { label, required, description, options, type } = one;
  const choices = (options ?? []).map((option) => ({ value: option, label: option }));
  const isLong = type === 'long_text' || type === 'list';
  return (
    <FormField
      label={
        <>
          {label} {!required && <i>- optional</i>}
        </>
      }
      description={description}
      errorText={error}
      constraintText={type === 'list' ? 'Separated by commas or lines.' : undefined}
    >
      {options ? (
        <Select
          placeholder="Choose one"
          options={choices}
          selectedOption={choices.find((choice) => choice.value === value) ?? null}
          onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
        />
      ) : isLong ? (
        <Textarea value={value} rows={3} onChange={({ detail }) => onChange(detail.value)} />
      ) : (
        <Input value={value} onChange={({ detail }) => onChange(detail.value)} />
      )}
    </FormField>
  );
};

/** An integration that the action needs: one, or one for each client of its code. */
type NeededIntegration = {
  name: string;
  /** The first type is offered for a new connection. */
  types: readonly [string, ...string[]];
  label: string;
  description: string;
};

const neededIntegrations = (action: ActionView): NeededIntegration[] => {
  if (action.executable_type !== 'python') {
    const texts = { label: 'Integration', description: 'The account to run it in.' };
    return [{ name: 'integration', types: supportedTypesOf(action), ...texts }];
  }
  return clientsOf(action).map(({ name, integration_type, read_only }) => {
    const accessText = read_only ? 'reads only' : 'may write';
    const description = `The account to call; it ${accessText}.`;
    return { name, types: [integration_type], label: `Client ${name}`, description };
  });
};

type AccountProps = { of: NeededIntegration; selectedId: string; onChange: (id: string) => void };

const Account = ({ of: { types, label, description }, selectedId, onChange }: AccountProps) => {
  const { nameOf } = useIntegrationTypes();
  const { found, search } = useSelectableIntegrations({ chosen: selectedId, types });
  const { data, error, refetch, statusType } = found;
  const options = data?.items.map(({ accountId, alias }) => ({ value: accountId, label: alias }));
  if (!search && options?.length === 0) {
    return (
      <Alert
        type="info"
        action={
          <LinkButton to={pathTo('newIntegration', { cspName: types[0] })}>Connect one</LinkButton>
        }
      >
        No integration of the type {nameOf(types[0])} is connected.
      </Alert>
    );
  }
  return (
    <FormField
      label={label}
      description={description}
      errorText={error ? failureText(error) : undefined}
    >
      <Select
        placeholder="Choose one"
        statusType={error ? 'finished' : statusType}
        options={options ?? []}
        filteringType={search ? 'manual' : 'auto'}
        empty="No integration has this alias."
        onLoadItems={({ detail }) => (search ? search(detail.filteringText) : void refetch())}
        selectedOption={options?.find(({ value }) => value === selectedId) ?? null}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
};

type AccountsProps = {
  needed: readonly NeededIntegration[];
  accounts: Values;
  onChange: (accounts: Values) => void;
};

const Accounts = ({ needed, accounts, onChange }: AccountsProps) => (
  <SpaceBetween size="l">
    {needed.length === 0 && <Box color="text-body-secondary">No clients added</Box>}
    {needed.map((one) => (
      <Account
        key={one.name}
        of={one}
        selectedId={accounts[one.name] ?? ''}
        onChange={(id) => onChange({ ...accounts, [one.name]: id })}
      />
    ))}
  </SpaceBetween>
);

type ConfirmationProps = {
  of: ActionView;
  confirmed: boolean;
  onChange: (confirmed: boolean) => void;
};

const Confirmation = ({ of, confirmed, onChange }: ConfirmationProps) => (
  <Alert type="warning" header="This makes real changes">
    {of.executable_type === 'python'
      ? 'The clients of this action may change something in the other systems.'
      : 'This action removes or revokes something in the other system.'}
    <Checkbox checked={confirmed} onChange={({ detail }) => onChange(detail.checked)}>
      I want to run it now
    </Checkbox>
  </Alert>
);

const integrationInputOf = ({ integration }: Values) =>
  integration === undefined ? {} : { integration_id: integration };

const LoadedAction = ({ action }: { action: ActionView }) => {
  const [accounts, choose] = useState<Values>({});
  const [values, setValues] = useState<Values>({});
  const [isTried, setTried] = useState(false);
  const [dry_run, setDry] = useState(true);
  const [confirmed, confirm] = useState(false);
  const refusal = useRefusal(actions.testAction);
  const { mutate, isPending, data, error, reset } = useAction(actions.testAction);
  /** A result belongs to the entered values: it is removed when one of them changes. */
  const changed =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      reset();
      change(value);
    };
  const asksFirst = !dry_run && needsTestConfirmation(action);
  const parameters = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
  const problemOf = (one: Parameter) => problemWith(one, values[one.name]);
  const needed = neededIntegrations(action);
  const integrationInput =
    action.executable_type === 'python' ? { clients: accounts } : integrationInputOf(accounts);
  const run = () => {
    setTried(true);
    if (action.parameters_definition.some(problemOf)) return;
    mutate({ action_id: action._id, ...integrationInput, parameters, dry_run, confirmed });
  };
  const reason =
    refusal ??
    (needed.some(({ name }) => !accounts[name]) ? 'Choose an integration first.' : undefined) ??
    (asksFirst && !confirmed ? 'Confirm that you want to run it.' : undefined);
  return (
    <SpaceBetween size="l">
      <Box variant="h3" padding="n">
        {action.name}
      </Box>
      <Accounts {...{ needed, accounts }} onChange={changed(choose)} />
      {action.parameters_definition.length === 0 && (
        <Box color="text-body-secondary">No parameters added</Box>
      )}
      {action.parameters_definition.map((one) => (
        <ParameterField
          key={one.name}
          one={one}
          value={values[one.name] ?? String(one.default ?? '')}
          error={isTried ? problemOf(one) : undefined}
          onChange={changed((value) => setValues({ ...values, [one.name]: value }))}
        />
      ))}
      <Checkbox
        checked={dry_run}
        disabled={action.approval_required}
        description="Read-only calls are made. For other calls you see what would be sent."
        onChange={changed(({ detail }) => setDry(detail.checked))}
      >
        Dry run
      </Checkbox>
      {action.approval_required && (
        <Box>
          This action needs an approval: a test only shows what it would send, and runs nothing.
        </Box>
      )}
      {asksFirst && <Confirmation of={action} confirmed={confirmed} onChange={confirm} />}
      <Button variant="primary" loading={isPending} {...disabledBy(reason)} onClick={run}>
        {dry_run ? 'Run test' : 'Run now'}
      </Button>
      <div aria-live="polite">
        {error && !isPending && (
          <Alert type="error" header="The test was not run">
            {failureText(error)}
          </Alert>
        )}
        {data && !isPending && <TestResult test={data} />}
      </div>
    </SpaceBetween>
  );
};

/** Runs an action once with an integration and values. */
export const TestAction = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall(actions.getAction, { action_id: id });
  if (data) return <LoadedAction action={data} />;
  if (error) return <LoadFailed error={error} subject="this action" onRetry={refetch} />;
  return <Loading text="Loading action" />;
};
