import type { RoleOwner, RoleSession, TrustedRole } from './role.schema.ts';
import type { AwsServiceName } from './services.schema.ts';

/** One call of a service of AWS, in the account of a role. */
export type AwsRequest = {
  owner: RoleOwner;
  role: Pick<TrustedRole, 'role_arn' | 'external_id'>;
  /** The sample account that takes the call in place of AWS. */
  sample?: { alias: string };
  /** By which the account tells in its trail who called. */
  session: string;
  /** What the session may do, as a policy: nothing else, whatever the role may. */
  policy: string;
  service: AwsServiceName;
  operation: string;
  region: string;
  parameters: Record<string, unknown>;
  timeoutMs: number;
};

/** What a call came to. */
export type AwsReply =
  | {
      kind: 'answered';
      /** As JSON; of a list all of its pages, up to a bound. */
      value: unknown;
      /** There are more pages than were read. */
      truncated: boolean;
    }
  | {
      kind: 'failed';
      /** As AWS names it: `AccessDenied`, `Throttling`. */
      name: string;
      message: string;
      /** Another attempt may end otherwise. */
      again: boolean;
      /** AWS did not say what came of it: it may have been done. */
      mayBeDone?: boolean;
    }
  /** The role did not let us in, or we could not ask. */
  | { kind: 'shut out'; reason: string; again: boolean };

export type CallAws = (request: AwsRequest) => Promise<AwsReply>;

/** Begins a session of a role, for what its policy permits and nothing else. */
export type BeginSession = (
  wanted: Pick<AwsRequest, 'owner' | 'role' | 'session' | 'policy' | 'timeoutMs'>,
) => Promise<
  { kind: 'begun'; session: RoleSession } | { kind: 'shut out'; reason: string; again: boolean }
>;
