import * as z from 'zod';
import { actionWith } from './own-action.schema.ts';

/** What a file says first, so that another file is not taken for an action. */
export const actionFileFormat = 'cloudwarden.action/1';

/** What is said of another file. */
export const actionFileBegins = `An action's file begins with "format: ${actionFileFormat}".`;

export const actionFileKinds = ['yaml', 'json'] as const;
export type ActionFileKind = (typeof actionFileKinds)[number];

/** An action as it leaves one organisation and enters another; unknown keys are refused. */
export const actionFile = actionWith({ format: z.literal(actionFileFormat, actionFileBegins) });
export type ActionFile = z.output<typeof actionFile>;

export const exportedAction = z.object({
  file_name: z.string(),
  text: z.string(),
  /** What the file leaves out, as sentences. */
  hidden: z.array(z.string()),
});
