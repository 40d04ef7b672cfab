/** Why a bot that events start is not started by people. */
export const eventDriven =
  'Event-driven bots cannot be run now: they run when their listener is called.';
