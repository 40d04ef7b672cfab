import { servicePortal } from '#web/api/service-portal.ts';
import { useRefusal } from '#web/app/session.ts';

/** Whether an agent that asks in the chat waits for whoever reads: they may write to it. */
export const useMayAnswer = (): boolean =>
  useRefusal(servicePortal.sendPortalMessage) === undefined;

/** Said of a run, and of its agent, that asks a question in the chat. */
export const WaitsForAnswer = () =>
  useMayAnswer() ? 'Waiting for your answer' : 'Waiting for an answer';
