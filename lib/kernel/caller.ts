import type { SignIn } from './sign-in.ts';

/** The permissions and wildcards of a role, by resource type (or `*`). */
export type PolicyMap = Record<string, Record<string, true>>;

/** What a role allows and denies. */
export type Policies = { ALLOW: PolicyMap; DENY: PolicyMap };

/** A role as held by a user. */
export type HeldRole = { _id: string; name: string; policies: Policies };

/** What authorisation depends on; the console also knows it for the signed-in user. */
export type Rights = {
  userType: 'ROOT' | 'SUBUSER' | 'SP_USER';
  readOnly: boolean;
  /** Empty for ROOT, who may do everything. */
  roles: readonly HeldRole[];
};

/**
 * The authenticated caller: proven by a token or API key, and read from the product's own records
 * on every call; with the sign-in if it was a token.
 */
export type Caller = Rights &
  SignIn & {
    tenant_id: string;
    /** The e-mail address: the user's id. */
    user_id: string;
    name: string;
    /** The API key that the call was made with. */
    key_id?: string;
    /** Keys of agents may call the routes of agents only. */
    entity_type?: 'user' | 'agent';
  };
