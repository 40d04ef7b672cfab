import type {
  ActionOf,
  Calls,
  ExecutableType,
  Parameter,
  ParameterType,
} from './definition.schema.ts';

type ReadyMadeInput<Kind extends ExecutableType> = {
  name: string;
  description: string;
  needsApproval?: true;
  parameters: readonly Parameter[];
  call: Calls[Kind];
};

type ReadyMadeFactory<Kind extends ExecutableType> = (
  type: string,
  actions: Record<string, ReadyMadeInput<Kind>>,
) => ActionOf<Kind>[];

const createReadyMadeFactory =
  <Kind extends ExecutableType>(executable_type: Kind) =>
  (type: string, actions: Record<string, ReadyMadeInput<Kind>>) =>
    Object.entries(actions).map(([id, { needsApproval, parameters, ...action }]) => ({
      ...action,
      _id: `${type}.${id}`,
      integration_type: type,
      executable_type,
      approval_required: needsApproval ?? false,
      parameters_definition: parameters,
    }));

/** Ready-made actions of an integration type that call over HTTP, by the last part of their ids. */
export const readyMade: ReadyMadeFactory<'rest'> = createReadyMadeFactory('rest');

/** Likewise for actions that call AWS. */
export const readyMadeAws: ReadyMadeFactory<'aws'> = createReadyMadeFactory('aws');

/** Likewise for jobs of agents. */
export const readyMadeAgent: ReadyMadeFactory<'agent'> = createReadyMadeFactory('agent');

/** Likewise for database queries. */
export const readyMadeSql: ReadyMadeFactory<'sql'> = createReadyMadeFactory('sql');

const parameter =
  (type: ParameterType) =>
  (name: string, label: string, description: string): Parameter => ({
    name,
    label,
    type,
    required: true,
    description,
  });

export const text = parameter('text');
export const longText = parameter('long_text');
export const number = parameter('number');
export const list = parameter('list');

export const optional = (one: Parameter): Parameter => ({ ...one, required: false });

/** A parameter with a default value. */
export const withDefault = (value: string | number, one: Parameter): Parameter => ({
  ...optional(one),
  default: value,
});

export const oneOf = (options: readonly string[], one: Parameter): Parameter => ({
  ...one,
  options,
});

/** The region parameter of AWS calls. */
export const region = optional(
  text('region', 'Region', 'Such as eu-west-1. If blank, the region of the integration is used.'),
);
