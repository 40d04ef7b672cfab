/** A state failed with an error name of the States Language, which Retry and Catch match. */
export class StateFailure extends Error {
  readonly error: string;
  readonly cause: string;

  constructor(error: string, cause: string) {
    super(`${error}: ${cause}`);
    this.name = 'StateFailure';
    this.error = error;
    this.cause = cause;
  }
}

/** A field of a state could not be evaluated; `field` is its path, as in `Output/result`. */
export class EvaluationFailure extends Error {
  readonly field: string;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.name = 'EvaluationFailure';
    this.field = field;
  }
}

/** The work was abandoned because the run was stopped or the runner drains; nothing is recorded. */
export class Interrupted extends Error {
  constructor() {
    super('The run was stopped or the runner is closing.');
    this.name = 'Interrupted';
  }
}

/** Step Functions' limit for the input and output of a state, in bytes. */
const maxResultBytes = 256 * 1024;

/**
 * Returns the JSON text of a result, or throws if it is too large; `source` is the state or service
 * that returned it.
 */
export function withinResultLimit(text: string, source: string): string {
  if (Buffer.byteLength(text) <= maxResultBytes) return text;
  throw new StateFailure(
    'States.DataLimitExceeded',
    `The state/task '${source}' returned a result with a size exceeding the maximum number of ` +
      'bytes service limit.',
  );
}
