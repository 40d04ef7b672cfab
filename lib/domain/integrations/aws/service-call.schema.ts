import type { RoleOwner, RoleSession, TrustedRole } from './role.schema.ts';
import type { AwsServiceName } from './services.schema.ts';

/** One call of an AWS service with the role of an account. */
export type AwsRequest = {
  owner: RoleOwner;
  role: Pick<TrustedRole, 'role_arn' | 'external_id'>;
  /** The sample account that handles the call instead of AWS. */
  sample?: { alias: string };
  /** The session name, which identifies the caller in the CloudTrail of the account. */
  session: string;
  /** The session policy: it limits the session, whatever the role may do. */
  policy: string;
  service: AwsServiceName;
  operation: string;
  region: string;
  parameters: Record<string, unknown>;
  timeoutMs: number;
};

/** The result of a call. */
export type AwsReply =
  | {
      kind: 'answered';
      /** The response as JSON; for a list, all its pages up to a limit. */
      value: unknown;
      /** Whether there are more pages than were read. */
      truncated: boolean;
    }
  | {
      kind: 'failed';
      /** The error name that AWS returns, such as `AccessDenied` or `Throttling`. */
      name: string;
      message: string;
      /** Whether a retry may succeed. */
      again: boolean;
      /** Set if AWS did not report the outcome: the call may have been carried out. */
      mayBeDone?: boolean;
    }
  /** The role could not be assumed, or AWS could not be reached. */
  | { kind: 'shut out'; reason: string; again: boolean };

export type CallAws = (request: AwsRequest) => Promise<AwsReply>;

/** Starts a session of a role that may do only what its policy permits. */
export type BeginSession = (
  request: Pick<AwsRequest, 'owner' | 'role' | 'session' | 'policy' | 'timeoutMs'>,
) => Promise<
  { kind: 'begun'; session: RoleSession } | { kind: 'shut out'; reason: string; again: boolean }
>;
