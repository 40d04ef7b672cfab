import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { type EventFilter, eventFilter } from '#lib/domain/listeners/listener-event.schema.ts';

/** Stands for "the payload has this field"; its values are names of fields. */
const presence = 'has-field';

type Rule = EventFilter['rules'][number];
type Token = PropertyFilterProps.Token;

const operators = {
  '=': 'equals',
  '!=': 'not_equals',
  ':': 'contains',
} as const satisfies Record<string, Rule['operator']>;

const ruleOf = ({ propertyKey = '', operator, value }: Token): Rule => {
  const text = String(value);
  if (propertyKey === presence) {
    return { field: text, operator: operator === '=' ? 'exists' : 'not_exists' };
  }
  const operatorName = operators[operator as keyof typeof operators] ?? 'contains';
  return { field: propertyKey, operator: operatorName, value: text };
};

const tokenOf = ({ field, operator, value = '' }: Rule): Token => {
  if (operator === 'exists') return { propertyKey: presence, operator: '=', value: field };
  if (operator === 'not_exists') return { propertyKey: presence, operator: '!=', value: field };
  const sign = Object.entries(operators).find(([, name]) => name === operator)?.[0] ?? ':';
  return { propertyKey: field, operator: sign, value };
};

/** The filter builder's query as the API's filter, in JSON; undefined without rules. */
export const filterText = ({ tokens, operation }: PropertyFilterProps.Query) => {
  if (tokens.length === 0) return undefined;
  const filter: EventFilter = {
    match: operation === 'or' ? 'any' : 'all',
    rules: tokens.map(ruleOf),
  };
  return JSON.stringify(filter);
};

/** The inverse: the query for a filter's text; an invalid text gives an empty query. */
export const filterQuery = (text: string | undefined): PropertyFilterProps.Query => {
  const emptyQuery: PropertyFilterProps.Query = { tokens: [], operation: 'and' };
  try {
    const filter = eventFilter.parse(JSON.parse(text ?? ''));
    const operation = filter.match === 'any' ? 'or' : 'and';
    return { operation, tokens: filter.rules.map(tokenOf) };
  } catch {
    return emptyQuery;
  }
};

const property = (key: string, label: string, groupValuesLabel: string, group?: string) => ({
  key,
  propertyLabel: label,
  groupValuesLabel,
  operators: [':', '=', '!='] as const,
  defaultOperator: ':' as const,
  ...(group && { group }),
});

/** The properties to filter by: the event's ids, every known field, and the presence of a field. */
export const filterProperties = (
  fields: readonly string[],
): PropertyFilterProps.FilteringProperty[] => {
  return [
    ...fields.map((name) => property(name, name, `Values of ${name}`, 'payload')),
    property('_id', 'Event ID', 'Event IDs'),
    property('delivery_id', 'Delivery ID', 'Delivery IDs'),
    {
      key: presence,
      propertyLabel: 'Has field',
      groupValuesLabel: 'Fields',
      operators: ['=', '!='],
    },
  ];
};

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.slice(0, 100);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

/** Values to choose from: those of the loaded events. */
export const filterOptions = (
  fields: readonly string[],
  events: readonly ListenerEventView[],
): PropertyFilterProps.FilteringOption[] => {
  const fieldOptions = fields.map((value) => ({ propertyKey: presence, value }));
  const valueOptions = fields.flatMap((propertyKey) => {
    const values = events.map(({ payload }) => textOf(payload?.[propertyKey]));
    return [...new Set(values)]
      .filter((value) => value !== undefined && value !== '')
      .map((value) => ({ propertyKey, value: value ?? '' }));
  });
  return [...fieldOptions, ...valueOptions];
};
