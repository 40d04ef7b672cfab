import { otherPermissions } from './permissions.schema.ts';
import {
  type AwsService,
  type AwsServiceName,
  awsServices,
  secretCalls,
} from './services.schema.ts';

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

const region = /^[a-z]{2,3}(-[a-z]+)+-\d{1,2}$/;

/** Whether a text is the name of a region: it becomes part of a host. */
export const isRegion = (text: string): boolean => region.test(text);

/**
 * The policy of a session that may do nothing but these calls. A service whose calls are of no
 * region is not bound to one.
 */
export const sessionPolicy = (
  permissions: readonly string[],
  where: { service: AwsServiceName; region: string },
): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: permissions,
        Resource: '*',
        ...(!serviceOf(where.service).isGlobal && {
          Condition: { StringEquals: { 'aws:RequestedRegion': where.region } },
        }),
      },
    ],
  });
