import { makeBindings } from '../../support/account.ts';
import { resolveValue } from '../../support/intrinsics.ts';
import type { Template } from '../../support/template.ts';

/** A resource in the account: its properties hold names and addresses, not references. */
export type DeployedResource = {
  id: string;
  type: string;
  /** The value of `Ref`. */
  ref: string;
  arn: string;
  of: Record<string, unknown>;
};

/** The property with the name of a resource, for types that are referred to by that name. */
const givenNames: Record<string, string> = {
  'AWS::Events::EventBus': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
};

const namesOf = (template: Template): Record<string, string> => {
  const bind = makeBindings(template);
  const entries = Object.entries(template.Resources).flatMap(([id, { Type, Properties }]) => {
    const property = givenNames[Type];
    return property === undefined ? [] : [[id, resolveValue(Properties[property], bind)]];
  });
  return Object.fromEntries(entries);
};

/** The account in which the template was deployed. */
export const openAccount = (template: Template) => {
  const bind = makeBindings(template, namesOf(template));
  const made: DeployedResource[] = Object.entries(template.Resources).map(
    ([id, { Type, Properties }]) => ({
      id,
      type: Type,
      ref: bind(id),
      arn: bind(id, 'Arn'),
      of: Object(resolveValue(Properties, bind)),
    }),
  );
  const byType = Map.groupBy(made, ({ type }) => type);
  const ofType = (type: string): DeployedResource[] => byType.get(type) ?? [];
  return {
    made,
    ofType,
    /** A resource's attribute, as passed to other resources. */
    attribute: ({ id }: DeployedResource, name: string): string => bind(id, name),
    /** The resource of a type with an ARN. */
    at: (type: string, arn: unknown): DeployedResource | undefined =>
      ofType(type).find((one) => one.arn === arn),
    /** The resource of a type with a value of `Ref`. */
    named: (type: string, ref: unknown): DeployedResource | undefined =>
      ofType(type).find((one) => one.ref === ref),
    /** The function that `functions.ts` lists by this name. */
    functionOf: (name: string): DeployedResource | undefined =>
      ofType('AWS::Lambda::Function').find(({ of }) => of.Description === `Cloudwarden ${name}`),
  };
};

export type Account = ReturnType<typeof openAccount>;
