/** A state failed with an error name of the States Language; Retry and Catch match on `error`. */
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

/** The work was given up because the run was stopped or the runner drains; nothing is recorded. */
export class Interrupted extends Error {
  constructor() {
    super('The run was stopped or the runner is closing.');
    this.name = 'Interrupted';
  }
}

/** Step Functions' limit for what a state takes and gives, in bytes. */
const largestResult = 256 * 1024;

/** JSON that a state may give; `who` gave it. */
export function limited(text: string, who: string): string {
  if (Buffer.byteLength(text) <= largestResult) return text;
  throw new StateFailure(
    'States.DataLimitExceeded',
    `The state/task '${who}' returned a result with a size exceeding the maximum number of ` +
      'bytes service limit.',
  );
}
