/**
 * A call of an action as the documents of its service describe it, written down by hand from them:
 * nothing of it is read from the action.
 */
export type Documented = {
  /** What the action is run with. */
  given: Record<string, unknown>;
  call: string;
  /** As JSON; a text where the service takes a form. */
  body?: unknown;
  /** Headers that the service asks for, besides those that prove who calls. */
  headers?: Record<string, string>;
  /** An answer of success: JSON, or XML as a text; no body where there is none. */
  answer: readonly [status: number, body?: unknown];
  /** What a bot gets of it; the whole body where nothing is said. */
  result?: unknown;
};

/** By the id of the action. */
export type DocumentedActions = Record<string, Documented>;

/** What some services answer to a change: nothing. */
export const noContent = [204] as const;
