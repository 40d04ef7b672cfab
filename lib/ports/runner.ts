/**
 * The input of a run: ids only, never data. A run starts the lanes of a bot as runs of their own;
 * their names are taken from the same set.
 */
export type RunInput = Record<string, string>;

/**
 * Runs one state machine durably; a composition root opens a runner for each of `lib/machines.ts`.
 * Names are unique per machine: 1 to 80 letters, digits, `-` and `_`. A name is derived from what
 * caused the run, so that the same cause never runs twice.
 */
export type Runner = {
  /**
   * Starts a run, or finds that its name was already used; both are success. While the first run is
   * open, Step Functions returns `started` for a repeated start with the same input.
   */
  start(name: string, input: RunInput): Promise<'started' | 'already exists'>;
  /**
   * Ends the pause that belongs to the token. Returns `closed` for a used, expired or unknown
   * token.
   */
  resume(token: string): Promise<'resumed' | 'closed'>;
  /**
   * Stops an open run, together with the runs that it started and waits for, recursively. Unknown
   * and finished runs are left unchanged.
   */
  stop(name: string, cause: string): Promise<void>;
};
