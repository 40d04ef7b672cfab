import type { BuilderAnswer } from '#lib/domain/bot-builder/step.schema.ts';
import { ApiError } from '#web/api/api-error.ts';
import { BuildFailed } from './drawing/work.ts';

/** A server that cannot be reached for a moment may be the next time; a refusal stays one. */
export const asAnswer = (error: unknown): BuilderAnswer => {
  if (!(error instanceof ApiError)) throw error;
  const { status, message } = error;
  if (status > 0 && status < 500) throw new BuildFailed(message);
  return { type: 'failed', error: message, retry_after: 0 };
};
