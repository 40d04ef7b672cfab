const account = 'arn:aws:states:embedded:000000000000';

/** What `$states.context` calls a machine. */
export const machineArn = (machine: string): string => `${account}:stateMachine:${machine}`;

/** What `$states.context` calls a run. */
export const executionArn = (machine: string, name: string): string =>
  `${account}:execution:${machine}:${name}`;

/** As in Step Functions. */
export const isRunName = (name: string): boolean => /^[A-Za-z0-9_-]{1,80}$/.test(name);
