import { bots } from '#web/api/bots.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusals } from '#web/app/session.ts';

const calls = {
  create: bots.createBot,
  save: bots.updateBot,
  publish: bots.publishBot,
  restore: bots.restoreBotVersion,
  status: bots.setBotStatus,
  portal: bots.setServicePortal,
  import: bots.importBot,
  export: bots.exportBot,
  delete: bots.deleteBot,
  run: executions.startExecution,
};

/** Why the signed-in user may not take each action on bots; undefined if they may. */
export type BotRefusals = Record<keyof typeof calls, string | undefined>;

export const useBotRefusals = (): BotRefusals => useRefusals(calls);
