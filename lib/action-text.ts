import {
  type ActionFile,
  actionFile,
  actionFileHint,
} from './domain/actions/action-file.schema.ts';
import { readTextAs } from './domain/bots/bot-text.rules.ts';

/** Reads an action from the text of a file; runs in the main thread or in a worker thread. */
export const readAction = async (text: string): Promise<ActionFile> =>
  readTextAs(text, actionFile, actionFileHint);
