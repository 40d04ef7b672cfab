import {
  conditionRule,
  operatorOf,
  operators,
  type ValueType,
  valueTypes,
} from '#lib/domain/bots/nodes/condition.schema.ts';
import { defaultsOf } from '#lib/domain/bots/settings.rules.ts';
import type { ControlProps, Settings } from './control.ts';
import { type Field, fieldsOf } from './fields.ts';
import { EntryList } from './rows.tsx';

const typeOf = (rule: Settings): ValueType =>
  valueTypes.find((type) => type === rule['type']) ?? 'text';

const operatorIn = (rule: Settings) => operatorOf(typeOf(rule), String(rule['operator']));

/** A rule with an operator that its type lacks gets the type's first one. */
const withValidOperator = (rule: Settings): Settings =>
  operatorIn(rule) ? rule : { ...rule, operator: Object.keys(operators[typeOf(rule)])[0] };

const operatorField = (field: Field, rule: Settings): Field => {
  const typeOperators = Object.entries(operators[typeOf(rule)]);
  const options = typeOperators.map(([value, { label }]) => ({ value, label }));
  return { ...field, control: 'select', options };
};

const compareField = (field: Field, rule: Settings): Field => {
  const days = String(rule['operator']).endsWith('_days');
  return { ...field, title: 'Compared with', unit: days ? 'days' : undefined };
};

const fieldsOfRule = (rule: Settings): Field[] =>
  fieldsOf(conditionRule.shape, rule).flatMap((field) => {
    if (field.name === 'value') return [{ ...field, control: 'expression' as const }];
    if (field.name === 'operator') return [operatorField(field, rule)];
    if (field.name !== 'compare') return [field];
    return operatorIn(rule)?.compare ? [compareField(field, rule)] : [];
  });

/** The rules of a condition, with the operators for each value's type. */
export const RulesControl = (props: ControlProps) => (
  <EntryList
    {...props}
    noun="rule"
    newEntry={() => withValidOperator({ value: '', ...defaultsOf(conditionRule.shape) })}
    fieldsOfEntry={fieldsOfRule}
    normalizeEntry={withValidOperator}
  />
);
