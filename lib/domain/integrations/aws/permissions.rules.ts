import { otherPermissions } from './permissions.schema.ts';
import {
  type AwsService,
  type AwsServiceName,
  awsServices,
  secretCalls,
} from './services.schema.ts';
import { tokenParameters } from './tokens.schema.ts';

/** A call of a service, by its name in the documents of AWS. */
export type NamedCall = { service: AwsServiceName; operation: string };

export const serviceOf = (name: AwsServiceName): AwsService => awsServices[name];

/** What a policy has to permit for a call: `ec2:StopInstances`. */
export const permissionsOf = ({ service, operation }: NamedCall): string[] => {
  const others = otherPermissions[service];
  const named = others && Object.hasOwn(others, operation) ? others[operation] : undefined;
  return (named ?? operation).split(' ').map((name) => `${service}:${name}`);
};

const reading =
  /^(BatchGet|BatchDescribe|Describe|Filter|Get|Head|List|Lookup|Query|Scan|Search|Simulate)/;

/** Whether a call changes nothing. */
export const onlyReads = ({ service, operation }: NamedCall): boolean =>
  reading.test(operation) && !secretCalls.has(`${service}:${operation}`);

/** Whether a call can be asked if it would be permitted, without that it happens. */
export const hasDryRun = ({ service, operation }: NamedCall): boolean => {
  const { dryRun } = serviceOf(service);
  return dryRun !== undefined && !dryRun.except.has(operation);
};

/** The parameter by which AWS knows a repeated call; undefined where a call has none. */
export const tokenParameterOf = ({ service, operation }: NamedCall): string | undefined =>
  Object.entries(tokenParameters[service] ?? {}).find(([, calls]) => calls.has(operation))?.[0];

const region = /^[a-z]{2,3}(-[a-z]+)+-\d{1,2}$/;

/** Whether a text is the name of a region: it becomes part of a host. */
export const isRegion = (text: string): boolean => region.test(text);
