import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import type { LogFields } from '#lib/kernel/log.ts';
import type { PauseDeps } from '../deps.ts';

type Told = {
  to: string[];
  subject: string;
  /** Paragraphs; empty ones are left out. */
  text: string[];
  /** Ids of what it is about, for the log. */
  about: LogFields;
};

/** A mail that cannot be sent keeps nobody from acting: what is asked is listed in the console. */
export const tellPeople = async (
  { mail, log }: PauseDeps,
  { tenant_id, _id: bot_exc_id }: Execution,
  { to, subject, text, about }: Told,
): Promise<void> => {
  if (to.length === 0) return;
  try {
    await mail.send({ to, subject, text: text.filter(Boolean).join('\n\n') });
  } catch (error) {
    const fields = { tenant_id, bot_exc_id, ...about, error };
    log.error('The mail to those who are asked could not be sent.', fields);
  }
};
