import * as z from 'zod';
import { actionWith } from './own-action.schema.ts';

/** What a file says first, so that another file is not taken for an action. */
export const actionFileFormat = 'cloudwarden.action/1';

/** What is said of another file. */
export const actionFileBegins = `An action's file begins with "format: ${actionFileFormat}".`;

/**
 * What becomes of a file whose name an action has already: it is refused, it gets another name, or
 * it becomes the next version of that action.
 */
export const importWays = ['new', 'copy', 'version'] as const;
export type ImportWay = (typeof importWays)[number];

/** An action as it leaves one organisation and enters another; unknown keys are refused. */
export const actionFile = actionWith({ format: z.literal(actionFileFormat, actionFileBegins) });
export type ActionFile = z.output<typeof actionFile>;

export const exportedAction = z.object({
  file_name: z.string(),
  text: z.string(),
  /** What the file leaves out, as sentences. */
  hidden: z.array(z.string()),
  /** ARNs inside of longer texts, which stay: the person who shares the file decides. */
  arns: z.array(z.string()),
});
