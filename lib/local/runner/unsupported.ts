/** The definition uses a feature that the embedded runner does not support; `feature` names it. */
export class UnsupportedDefinition extends Error {
  readonly feature: string;

  constructor(feature: string, sentence: string) {
    super(`The state machine cannot run embedded: ${sentence}`);
    this.name = 'UnsupportedDefinition';
    this.feature = feature;
  }
}
