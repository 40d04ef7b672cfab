import type { RoleOwner, TrustedRole } from './role.schema.ts';

/** The SDK package of a service, and the name of its client. */
export type AwsClient = { package: string; client: string };

/** Which role reads, in a session that is limited by the policy. */
export type AwsReadSession = {
  owner: RoleOwner;
  role: Pick<TrustedRole, 'role_arn' | 'external_id'>;
  /** The session name, which identifies the caller in the CloudTrail of the account. */
  session: string;
  policy: string;
  signal: AbortSignal;
  /** How many sessions may call a service (by its package) at once, and so share its rate limit. */
  sharers: (servicePackage: string) => number;
};

/** One read-only call. */
export type AwsReadCall = {
  service: AwsClient;
  operation: string;
  region: string;
  parameters: Readonly<Record<string, unknown>>;
};

/** Reads one account in one session. */
export type AwsReader = {
  /** The response pages of a call, as JSON; throws an `AwsReadError`. */
  pages(call: AwsReadCall): AsyncIterable<unknown>;
  /** Closes its connections. */
  close(): void;
};

export type OpenAwsReader = (session: AwsReadSession) => Promise<AwsReader>;

/**
 * Why a call failed:
 * - `shut out`: the role cannot be assumed, so every other call would fail too;
 * - `denied`: the role lacks the permission;
 * - `closed`: a policy of the organization in AWS denies it to everybody in the account;
 * - `unreachable`: there was no response, as in a region that is down;
 * - `refused`: the service returned another error.
 */
export type AwsReadFailure = 'shut out' | 'denied' | 'closed' | 'unreachable' | 'refused';

/** An error of AWS, with its kind and the error code of AWS. */
export class AwsReadError extends Error {
  readonly kind: AwsReadFailure;
  readonly code: string;

  constructor(kind: AwsReadFailure, code: string, message: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}
