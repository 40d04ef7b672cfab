import type { BuilderAnswer } from '#lib/domain/bot-builder/step.schema.ts';
import { ApiError } from '#web/api/api-error.ts';
import { BuildFailed } from './drawing/work.ts';

/**
 * A failed call as a model's answer: an unreachable server may respond next time, while a 4xx is
 * final. Throws `BuildFailed` for a 4xx, and the error itself if it is not an `ApiError`.
 */
export const toFailedAnswer = (error: unknown): BuilderAnswer => {
  if (!(error instanceof ApiError)) throw error;
  const { status, message } = error;
  if (status > 0 && status < 500) throw new BuildFailed(message);
  return { type: 'failed', error: message, retry_after: 0 };
};
