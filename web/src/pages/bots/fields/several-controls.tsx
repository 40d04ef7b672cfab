import Multiselect from '@cloudscape-design/components/multiselect';
import * as z from 'zod';
import { type ChoiceControl, type ControlProps } from './control.ts';

const texts = z.array(z.string()).catch([]);

type Props = ControlProps & { from: ChoiceControl; subject: string; empty: string };

/** Several of the choices by their ids; an unknown id is shown as it is. */
const MultiChoice = ({
  value,
  onChange,
  readOnly,
  context,
  field,
  from,
  subject,
  empty,
}: Props) => {
  const { options, statusType, retry, search } = context.choices[from];
  const chosen = texts
    .parse(value)
    .map((id) => options.find((option) => option.value === id) ?? { value: id, label: id });
  return (
    <Multiselect
      ariaLabel={field.title}
      options={options}
      selectedOptions={chosen}
      readOnly={readOnly}
      filteringType={search ? 'manual' : 'auto'}
      statusType={statusType}
      placeholder={`All ${subject}`}
      loadingText={`Loading ${subject}`}
      errorText={`Could not load ${subject}.`}
      recoveryText="Retry"
      empty={empty}
      onLoadItems={({ detail }) =>
        search && !detail.samePage ? search(detail.filteringText) : retry()
      }
      expandToViewport
      onChange={({ detail }) =>
        onChange(detail.selectedOptions.flatMap(({ value: id }) => id ?? []))
      }
    />
  );
};

export const ComplianceRulesControl = (props: ControlProps) => (
  <MultiChoice
    {...props}
    from="compliance_rules"
    subject="rules"
    empty="Rules are listed once an account has been scanned."
  />
);

export const ScannedIntegrationsControl = (props: ControlProps) => (
  <MultiChoice
    {...props}
    from="scanned_integrations"
    subject="accounts"
    empty="No account that can be scanned is connected."
  />
);
