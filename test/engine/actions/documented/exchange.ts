/**
 * A call of an action as its service's documentation describes it, written by hand: nothing is
 * taken from the action.
 */
export type DocumentedCall = {
  /** The action's parameters. */
  given: Record<string, unknown>;
  call: string;
  /** JSON; a text if the service takes a form. */
  body?: unknown;
  /** Headers that the service requires, besides those for authentication. */
  headers?: Record<string, string>;
  /** A successful answer: JSON, or XML as a text; without a body if there is none. */
  answer: readonly [status: number, body?: unknown];
  /** What a bot gets of it; by default the whole body. */
  result?: unknown;
};

/** By the id of the action. */
export type DocumentedActions = Record<string, DocumentedCall>;

/** The answer of some services to a change: no content. */
export const noContent = [204] as const;
