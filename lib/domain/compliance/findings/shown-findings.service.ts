import type { Files } from '#lib/ports/files.ts';
import {
  type ShownFinding,
  shownFinding,
  type ValidExceptions,
} from '../exceptions/exception.rules.ts';
import { type FindingsAt, readFindings } from './findings.service.ts';

/** The findings of one rule at one scan as people see them: some are under an exception. */
export const shownFindings = async (
  files: Pick<Files, 'get'>,
  at: FindingsAt,
  valid: ValidExceptions,
): Promise<ShownFinding[]> => (await readFindings(files, at)).map(shownFinding(valid, at));
