import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import type { NoticeKind } from '#lib/domain/users/mail.schema.ts';
import { mailPeople } from '#lib/domain/users/mail.service.ts';
import type { LogFields } from '#lib/kernel/log.ts';
import type { PauseDeps } from '../deps.ts';

type Told = {
  kind: NoticeKind;
  to: string[];
  subject: string;
  /** Paragraphs; empty ones are left out. */
  text: string[];
  /** Ids of the subject, for the log. */
  logFields: LogFields;
};

/**
 * Mails people. A mail that cannot be sent stops nobody: the console lists all questions. Returns
 * whether the mail was handed over.
 */
export const tellPeople = async (
  deps: PauseDeps,
  { tenant_id, _id: bot_exc_id }: Execution,
  { logFields, ...mail }: Told,
): Promise<boolean> => {
  try {
    await mailPeople(deps, { tenant_id, ...mail, strangers: true });
    return true;
  } catch (error) {
    const fields = { tenant_id, bot_exc_id, ...logFields, error };
    deps.log.error('The mail to those who are asked could not be sent.', fields);
    return false;
  }
};
