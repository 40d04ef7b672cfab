import { servicePortal } from '#web/api/service-portal.ts';
import { useRefusal } from '#web/app/session.ts';

/** Whether the user may answer an agent that asks in the chat. */
export const useMayAnswer = (): boolean =>
  useRefusal(servicePortal.sendPortalMessage) === undefined;

/** The text for a run, or its agent, that asks a question in the chat. */
export const WaitsForAnswer = () =>
  useMayAnswer() ? 'Waiting for your answer' : 'Waiting for an answer';
