/** A role in a customer's account, and the external id that it requires. */
export type TrustedRole = { account: string; role_arn: string; external_id: string };

/** The integration that a role belongs to: cached credentials of one are never used for another. */
export type RoleOwner = { tenant_id: string; accountId: string };

/** The result of verifying a role. */
export type RoleProof =
  /** It trusts us, and only with its external id, and is in the account that was named. */
  | { kind: 'proven'; arn: string }
  /** It cannot be assumed: it does not exist yet, or does not trust us. */
  | { kind: 'waiting'; reason: string }
  /** It can be assumed, but not under the required conditions. */
  | { kind: 'refused'; reason: string }
  /** AWS could not be reached, or gave no usable answer. */
  | { kind: 'unknown'; reason: string };

export type ProveRole = (role: TrustedRole) => Promise<RoleProof>;

/** Temporary credentials of a role. */
export type RoleSession = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
};

/** The account and ARN that credentials belong to. */
export type Identity = { account: string; arn: string };

/** The result of a call of STS: its value, a denial, or why there was neither. */
export type StsAnswer<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'denied' }
  | { kind: 'failed'; reason: string };

/** The calls of STS that are needed. */
export type StsCalls = {
  /** Starts a session that may do nothing except call `GetCallerIdentity`. */
  assume(role_arn: string, external_id?: string): Promise<StsAnswer<RoleSession>>;
  /** The identity of a session or, without one, of the credentials that this server runs with. */
  whoIs(session?: RoleSession): Promise<StsAnswer<Identity>>;
};
