import type { SignIn } from './sign-in.ts';

/** Rows of a role: by resource type (or `*`), the permissions and wildcards that it holds. */
export type PolicyMap = Record<string, Record<string, true>>;

/** What a role allows and denies. */
export type Policies = { ALLOW: PolicyMap; DENY: PolicyMap };

/** A role as somebody holds it. */
export type HeldRole = { _id: string; name: string; policies: Policies };

/** What decides about somebody's calls; the console knows it of the signed-in person. */
export type Rights = {
  userType: 'ROOT' | 'SUBUSER' | 'SP_USER';
  readOnly: boolean;
  /** Of ROOT none: they may do everything. */
  roles: readonly HeldRole[];
};

/**
 * Who calls, as proven by a token or API key and read from our own records on every call; of a
 * token, with its sign-in.
 */
export type Caller = Rights &
  SignIn & {
    tenant_id: string;
    /** The e-mail address: the user's id. */
    user_id: string;
    name: string;
    /** The API key that they called with. */
    key_id?: string;
    /** Keys of agents reach the routes of agents only. */
    entity_type?: 'user' | 'agent';
  };
