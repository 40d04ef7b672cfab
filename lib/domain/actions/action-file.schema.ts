import * as z from 'zod';
import { actionWith } from './own-action.schema.ts';

/** The `format` field, which distinguishes an action's file from other files. */
export const actionFileFormat = 'cloudwarden.action/1';

/** The error message for other files. */
export const actionFileHint = `An action's file begins with "format: ${actionFileFormat}".`;

/**
 * How to import a file whose action name exists already: reject it (`new`), give it another name
 * (`copy`), or save it as the next version of that action (`version`).
 */
export const importModes = ['new', 'copy', 'version'] as const;
export type ImportMode = (typeof importModes)[number];

/** An action as exported and imported; unknown keys are rejected. */
export const actionFile = actionWith({ format: z.literal(actionFileFormat, actionFileHint) });
export type ActionFile = z.output<typeof actionFile>;

export const exportedAction = z.object({
  file_name: z.string(),
  text: z.string(),
  /** What the file leaves out. */
  hidden: z.array(z.string()),
  /** ARNs inside longer texts; they stay in the file, and the user who shares it decides. */
  arns: z.array(z.string()),
});
