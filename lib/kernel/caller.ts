/** Who calls, as proven by a token or API key and read from our own records on every call. */
export type Caller = {
  tenant_id: string;
  /** The e-mail address: the user's id. */
  user_id: string;
  name: string;
  userType: 'ROOT' | 'SUBUSER' | 'SP_USER';
  readOnly: boolean;
};
