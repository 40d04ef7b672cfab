/** A role of somebody's account, and the external id that it has to ask for. */
export type TrustedRole = { account: string; role_arn: string; external_id: string };

/** Whose integration has a role: what is kept for one is used for no other. */
export type RoleOwner = { tenant_id: string; accountId: string };

/** What was found out about a role. */
export type RoleProof =
  /** It trusts us, by its external id only, in the account that was named. */
  | { kind: 'proven'; arn: string }
  /** It cannot be assumed: it is not there yet, or it trusts somebody else. */
  | { kind: 'waiting'; reason: string }
  /** It trusts, but not as it has to. */
  | { kind: 'refused'; reason: string }
  /** AWS could not be asked. */
  | { kind: 'unknown'; reason: string };

export type ProveRole = (role: TrustedRole) => Promise<RoleProof>;

/** Credentials of a role, for as long as its session lasts. */
export type RoleSession = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
};

/** Whose credentials they are. */
export type Identity = { account: string; arn: string };

/** What a call of STS came to: an answer, a denial, or why there was neither. */
export type StsAnswer<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'denied' }
  | { kind: 'failed'; reason: string };

/** What is asked of STS. */
export type StsCalls = {
  /** A session that may do nothing but tell who it is. */
  assume(role_arn: string, external_id?: string): Promise<StsAnswer<RoleSession>>;
  /** Whose credentials the session has; without one, those that this server runs with. */
  whoIs(session?: RoleSession): Promise<StsAnswer<Identity>>;
};
