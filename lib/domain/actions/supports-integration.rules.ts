import { accountServiceOf, accountServices } from '../integrations/aws/account-services.schema.ts';

/** The fields that determine which integrations an action, or a client of its code, works with. */
export type TypedAction = { integration_type: string; executable_type?: string; call?: unknown };

/** The AWS service that an action calls; undefined for other actions. */
const serviceOf = ({ executable_type, call }: TypedAction): unknown =>
  executable_type === 'aws' ? Object(call).service : undefined;

/** Whether an action runs with an integration type: its own, or that of its AWS service. */
export const supportsType = (action: TypedAction, type: unknown): boolean => {
  if (type === action.integration_type) return true;
  const service = typeof type === 'string' ? accountServiceOf(type) : undefined;
  return service !== undefined && service === serviceOf(action);
};

/** The types of integrations that an action runs with, its own first. */
export const supportedTypesOf = (action: TypedAction): [string, ...string[]] => [
  action.integration_type,
  ...Object.keys(accountServices).filter((type) => supportsType(action, type)),
];
