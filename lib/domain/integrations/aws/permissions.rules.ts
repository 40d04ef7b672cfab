import { otherPermissions } from './permissions.schema.ts';
import {
  type AwsService,
  type AwsServiceName,
  awsServices,
  secretCalls,
} from './services.schema.ts';
import { tokenParameters } from './tokens.schema.ts';

/** An operation of a service, by its name in the AWS API reference. */
export type NamedCall = { service: AwsServiceName; operation: string };

export const serviceOf = (name: AwsServiceName): AwsService => awsServices[name];

/** The IAM permissions that a call needs, such as `ec2:StopInstances`. */
export const permissionsOf = ({ service, operation }: NamedCall): string[] => {
  const overrides = otherPermissions[service];
  const permissions =
    overrides && Object.hasOwn(overrides, operation) ? overrides[operation] : undefined;
  return (permissions ?? operation).split(' ').map((name) => `${service}:${name}`);
};

const reading =
  /^(BatchGet|BatchDescribe|Describe|Filter|Get|Head|List|Lookup|Query|Scan|Search|Simulate)/;

/** Whether a call changes nothing, and returns no secrets. */
export const isReadOnlyCall = ({ service, operation }: NamedCall): boolean =>
  reading.test(operation) && !secretCalls.has(`${service}:${operation}`);

/** Whether a call has a dry run, which only checks whether it would be permitted. */
export const hasDryRun = ({ service, operation }: NamedCall): boolean => {
  const { dryRun } = serviceOf(service);
  return dryRun !== undefined && !dryRun.except.has(operation);
};

/** The idempotency token parameter of a call; undefined if it has none. */
export const tokenParameterOf = ({ service, operation }: NamedCall): string | undefined =>
  Object.entries(tokenParameters[service] ?? {}).find(([, calls]) => calls.has(operation))?.[0];

const region = /^[a-z]{2,3}(-[a-z]+)+-\d{1,2}$/;

/** Whether a text has the form of a region's name: it becomes part of a host name. */
export const isRegion = (text: string): boolean => region.test(text);
