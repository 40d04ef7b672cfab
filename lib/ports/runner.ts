/**
 * What a run is started with: ids only, never data. The lanes of a bot are runs that a run starts
 * itself; their names are taken like others.
 */
export type RunInput = Record<string, string>;

/**
 * Runs one state machine durably; a composition root opens a runner for each of `lib/machines.ts`.
 * Runs of two machines may have the same name. A name is 1 to 80 letters, digits, `-` and `_`; it
 * is derived from what caused the run, so that the same cause never runs twice.
 */
export type Runner = {
  /**
   * Starts a run, or finds that its name was used before; both are success. While the first run is
   * still open Step Functions answers a repeated start with the same input as `started`.
   */
  start(name: string, input: RunInput): Promise<'started' | 'already exists'>;
  /** Ends the pause that the token stands for. Used, expired and unknown tokens are `closed`. */
  resume(token: string): Promise<'resumed' | 'closed'>;
  /**
   * Ends an open run, with the runs that it has started and waits for, and theirs; unknown and
   * finished runs are left as they are.
   */
  stop(name: string, cause: string): Promise<void>;
};
