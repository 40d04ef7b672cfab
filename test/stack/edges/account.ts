import { makeBindings } from '../../support/account.ts';
import { resolveValue } from '../../support/intrinsics.ts';
import type { Template } from '../../support/template.ts';

/** A resource as it is in the account: its properties hold names and addresses, no references. */
export type Made = {
  id: string;
  type: string;
  /** What `Ref` gives. */
  ref: string;
  arn: string;
  of: Record<string, unknown>;
};

/** Types that are spoken of by a name of their own, and where it is given. */
const givenNames: Record<string, string> = {
  'AWS::Events::EventBus': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
};

const namesOf = (template: Template): Record<string, string> => {
  const bind = makeBindings(template);
  const named = Object.entries(template.Resources).flatMap(([id, { Type, Properties }]) => {
    const property = givenNames[Type];
    return property === undefined ? [] : [[id, resolveValue(Properties[property], bind)]];
  });
  return Object.fromEntries(named);
};

/** The account in which the template was deployed. */
export const openAccount = (template: Template) => {
  const bind = makeBindings(template, namesOf(template));
  const made: Made[] = Object.entries(template.Resources).map(([id, { Type, Properties }]) => ({
    id,
    type: Type,
    ref: bind(id),
    arn: bind(id, 'Arn'),
    of: Object(resolveValue(Properties, bind)),
  }));
  const byType = Map.groupBy(made, ({ type }) => type);
  const ofType = (type: string): Made[] => byType.get(type) ?? [];
  return {
    made,
    ofType,
    /** An attribute of a resource, as other resources are given it. */
    attribute: ({ id }: Made, name: string): string => bind(id, name),
    /** The resource of a type at an address. */
    at: (type: string, arn: unknown): Made | undefined =>
      ofType(type).find((one) => one.arn === arn),
    /** The resource of a type that `Ref` names so. */
    named: (type: string, ref: unknown): Made | undefined =>
      ofType(type).find((one) => one.ref === ref),
    /** The function that `functions.ts` lists by this name. */
    functionOf: (name: string): Made | undefined =>
      ofType('AWS::Lambda::Function').find(({ of }) => of.Description === `Cloudwarden ${name}`),
  };
};

export type Account = ReturnType<typeof openAccount>;
