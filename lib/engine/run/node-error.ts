/** A sentence for people that becomes the error of the current node. */
export class NodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NodeError';
  }
}

/** The run was ended from outside: no further write of this call counts. */
export class RunClosed extends Error {}
