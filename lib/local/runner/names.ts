const arnPrefix = 'arn:aws:states:embedded:000000000000';

/** The ARN of a machine in `$states.context`. */
export const machineArn = (machine: string): string => `${arnPrefix}:stateMachine:${machine}`;

/** The ARN of a run in `$states.context`. */
export const executionArn = (machine: string, name: string): string =>
  `${arnPrefix}:execution:${machine}:${name}`;

/** Whether the name is valid, by Step Functions' rules. */
export const isRunName = (name: string): boolean => /^[A-Za-z0-9_-]{1,80}$/.test(name);
