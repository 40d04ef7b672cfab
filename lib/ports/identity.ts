export type NewIdentity = {
  /** ASCII; lower-cased once, and from then on the user's id in the product. */
  email: string;
  name: string;
  tenantId: string;
  password: string;
  /** If false, the first sign-in asks for a new password. */
  permanent: boolean;
};

/** One sign-in of an account, with the refresh token that renews its tokens, if it is known. */
export type PoolSession = { id: string; refreshToken?: string | undefined };

/** The accounts people sign in with. Passwords live there only, never in the product's tables. */
export type Identity = {
  /**
   * Creates an account; `tenantId` is named in `cognito:groups` of its access tokens. An
   * unconfirmed sign-up for the same address is replaced: its password and code become invalid.
   * `sub` is never reused, even if the address is. Throws a Refusal: 400 if the address or password
   * breaks the rules, 409 if the address is taken.
   */
  createUser(user: NewIdentity): Promise<{ sub: string }>;
  /**
   * Returns the account of an address in any organisation, or undefined if there is none.
   * `tenantId` is missing if the account is not (yet) in an organisation.
   */
  findUser(email: string): Promise<{ sub: string; tenantId?: string } | undefined>;
  /**
   * Sets a temporary password chosen by somebody else: the next sign-in asks for a new one, and all
   * sessions end. Throws a Refusal: 400 if the password breaks the rules, 404 if there is no
   * account.
   */
  resetPassword(email: string, password: string): Promise<void>;
  /**
   * Removes the authenticator app of an account: sign-ins ask for no code until the user sets one
   * up again, which happens at the next sign-in if a second factor is required. Throws a Refusal:
   * 404 if there is no such account.
   */
  forgetSecondFactor(email: string): Promise<void>;
  /**
   * Ends one session: its tokens are no longer renewed. Does nothing if there is no such session,
   * or if the pool identifies sessions by refresh token and none is given. Throws a Refusal: 400
   * for an invalid refresh token.
   */
  endSession(email: string, session: PoolSession): Promise<void>;
  /**
   * Ends all sessions of the account except the given one; does nothing if there is no account. A
   * pool that can only end all sessions or none ends none if `except` is given.
   */
  endSessions(email: string, except?: string): Promise<void>;
  /** Ends every session and deletes the account; does nothing if there is no account. */
  deleteUser(email: string): Promise<void>;
};
