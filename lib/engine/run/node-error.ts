/** A sentence for people that becomes the failure of the node at hand. */
export class NodeError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'NodeError';
  }
}

/** The run was ended from outside: whatever this call still wanted to write no longer counts. */
export class RunClosed extends Error {}
