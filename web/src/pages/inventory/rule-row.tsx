import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import {
  operatorsFor,
  type ValueKind,
  valueKind,
} from '#lib/domain/inventory/search/query.rules.ts';
import { operatorLabels } from './operator-labels.ts';
import { columnKindOf, type DraftRule, withColumn } from './query-draft.ts';

/** Side by side if there is space. */
const fieldWidth = { width: 'min(14rem, 72vw)' } as const;

const placeholders: Partial<Record<ValueKind, string>> = {
  texts: 'production, staging',
  days: '30',
  time: '2026-01-31',
};

const booleanOptions = [
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
];

type ValueProps = { kind: ValueKind; text: string; onChange: (text: string) => void };

const ValueField = ({ kind, text, onChange }: ValueProps) => {
  if (kind === 'boolean') {
    return (
      <Select
        ariaLabel="Value"
        placeholder="True or false"
        options={booleanOptions}
        selectedOption={booleanOptions.find(({ value }) => value === text) ?? null}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    );
  }
  return (
    <Input
      ariaLabel="Value"
      value={text}
      {...((kind === 'number' || kind === 'days') && { inputMode: 'decimal' as const })}
      placeholder={placeholders[kind] ?? 'Value'}
      onChange={({ detail }) => onChange(detail.value)}
    />
  );
};

type Props = {
  rule: DraftRule;
  columns: readonly ResourceColumn[];
  /** Its problem, with the part concerned. */
  problem: { field: string; text: string } | undefined;
  onChange: (rule: DraftRule) => void;
  onRemove: () => void;
};

const ColumnField = ({ rule, columns, onChange }: Omit<Props, 'problem' | 'onRemove'>) => (
  <Select
    ariaLabel="Column"
    placeholder="Choose a column"
    filteringType="auto"
    filteringAriaLabel="Find a column"
    filteringPlaceholder="Find a column"
    noMatch="No columns match."
    expandToViewport
    options={columns.map(({ name, type }) => ({ value: name, label: name, description: type }))}
    selectedOption={rule.column === '' ? null : { value: rule.column, label: rule.column }}
    onChange={({ detail }) =>
      onChange(withColumn(rule, detail.selectedOption.value ?? '', columns))
    }
  />
);

/** One rule: a column, an operator, and a value. */
export const RuleRow = ({ rule, columns, problem, onChange, onRemove }: Props) => {
  const kind = columnKindOf(columns, rule.column);
  const inputKind = valueKind(kind, rule.operator);
  const operators = operatorsFor[kind].map((value) => ({ value, label: operatorLabels[value] }));
  const textOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <SpaceBetween size="xs" direction="horizontal" alignItems="start">
      <div style={fieldWidth}>
        <FormField stretch errorText={textOf('column')}>
          <ColumnField {...{ rule, columns, onChange }} />
        </FormField>
      </div>
      {kind === 'json' && (
        <div style={fieldWidth}>
          <FormField stretch errorText={textOf('path')}>
            <Input
              ariaLabel="Path"
              placeholder="Path - optional"
              value={rule.path}
              onChange={({ detail }) => onChange({ ...rule, path: detail.value })}
            />
          </FormField>
        </div>
      )}
      <div style={fieldWidth}>
        <FormField stretch errorText={textOf('operator')}>
          <Select
            ariaLabel="Operator"
            expandToViewport
            options={operators}
            selectedOption={operators.find(({ value }) => value === rule.operator) ?? null}
            onChange={({ detail }) => {
              const operator = operators.find(({ value }) => value === detail.selectedOption.value);
              if (operator) onChange({ ...rule, operator: operator.value });
            }}
          />
        </FormField>
      </div>
      {inputKind !== 'none' && (
        <div style={fieldWidth}>
          <FormField stretch errorText={textOf('value')}>
            <ValueField
              kind={inputKind}
              text={rule.text}
              onChange={(text) => onChange({ ...rule, text })}
            />
          </FormField>
        </div>
      )}
      <Button iconName="remove" variant="icon" ariaLabel="Remove rule" onClick={onRemove} />
    </SpaceBetween>
  );
};
