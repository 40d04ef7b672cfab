/** Where the API is and whose token is sent; set once at start, before the first call. */
export type Connection = {
  apiUrl: string;
  socketUrl: string;
  /** A valid access token, refreshed if needed; undefined when nobody is signed in. */
  accessToken: () => Promise<string | undefined>;
};

let current: Connection | undefined;

export const setConnection = (connection: Connection): void => {
  current = connection;
};

export const getConnection = (): Connection => {
  if (!current) throw new Error('The API was called before the configuration was read.');
  return current;
};
