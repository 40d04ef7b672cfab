import type { RoleOwner, TrustedRole } from './role.schema.ts';

/** The package of the SDK that speaks to a service, and its client. */
export type AwsClient = { package: string; client: string };

/** Who reads: a role of an account, in a session that may do what the policy says. */
export type AwsReadSession = {
  owner: RoleOwner;
  role: Pick<TrustedRole, 'role_arn' | 'external_id'>;
  /** By which the account tells in its trail who called. */
  session: string;
  policy: string;
  signal: AbortSignal;
  /** How many sessions may call a service (by its package) at once: so many share its rate. */
  sharers: (servicePackage: string) => number;
};

/** One call that reads. */
export type AwsReadCall = {
  service: AwsClient;
  operation: string;
  region: string;
  parameters: Readonly<Record<string, unknown>>;
};

/** Reads one account with one session. */
export type AwsReader = {
  /** The answers to a call, page by page, as JSON; throws an `AwsReadError`. */
  pages(call: AwsReadCall): AsyncIterable<unknown>;
  /** Ends its connections. */
  close(): void;
};

export type OpenAwsReader = (session: AwsReadSession) => Promise<AwsReader>;

/**
 * Why a call was not answered:
 * - `shut out`: the role cannot be assumed, so no other call would be answered either;
 * - `denied`: the role lacks the permission;
 * - `closed`: a policy of the organization in AWS denies it to everybody in the account;
 * - `unreachable`: nobody answered, as in a region that is down;
 * - `refused`: the service answered with another error.
 */
export type AwsReadFailure = 'shut out' | 'denied' | 'closed' | 'unreachable' | 'refused';

/** An error of AWS, told by its kind and the name that AWS gives it. */
export class AwsReadError extends Error {
  readonly kind: AwsReadFailure;
  readonly code: string;

  constructor(kind: AwsReadFailure, code: string, message: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}
