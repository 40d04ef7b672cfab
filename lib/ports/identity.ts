export type NewIdentity = {
  /** ASCII; lower-cased once, and from then on the user's id in the product. */
  email: string;
  name: string;
  tenantId: string;
  password: string;
  /** False: the first sign-in asks for a new password. */
  permanent: boolean;
};

/** One sign-in of an account, with the token by which it gets new ones, where that is known. */
export type PoolSession = { id: string; refreshToken?: string | undefined };

/** The accounts people sign in with. Passwords live there only, never in the product's tables. */
export type Identity = {
  /**
   * A sign-up for the address that nobody has confirmed gives way: its password and code are worth
   * nothing any more. Refusals: 400 for an address or a password outside the rules, 409 where the
   * address is taken.
   * The tenant is what the account's access tokens name in `cognito:groups`. `sub` is never used
   * again, also where the address is.
   */
  createUser(user: NewIdentity): Promise<{ sub: string }>;
  /**
   * The account of an address, whatever its organisation; undefined where there is none, and no
   * `tenantId` where it is in no organisation (yet).
   */
  findUser(email: string): Promise<{ sub: string; tenantId?: string } | undefined>;
  /**
   * A first password again, chosen by somebody else: the next sign-in asks for one of their own,
   * and every session ends. Refusals: 400 for a password outside the rules, 404 for no such
   * account.
   */
  resetPassword(email: string, password: string): Promise<void>;
  /**
   * The next sign-in asks for no code of an authenticator app, until the person sets one up again:
   * at once, where a second factor is required.
   * Refusal: 404 for no such account.
   */
  forgetSecondFactor(email: string): Promise<void>;
  /**
   * This session gets no new tokens any more; nothing where there is none, or where the pool knows
   * sessions by their refresh token and is not given it. Refusal: 400 for a token that is none.
   */
  endSession(email: string, session: PoolSession): Promise<void>;
  /**
   * No session of the account gets new tokens any more, but the one that is excepted; nothing where
   * there is no account. A pool that ends all or none leaves them where one is excepted.
   */
  endSessions(email: string, except?: string): Promise<void>;
  /** Ends every session and removes the account; nothing where there is none. */
  deleteUser(email: string): Promise<void>;
};
