import { draw } from './drawing.ts';
import type { Embedded } from './embedded.ts';
import { eventually } from './eventually.ts';

let nameCount = 0;

const freshName = () => {
  nameCount += 1;
  return `Onboard account ${nameCount}`;
};

/** Starts a bot that asks people to fill in a form; returns the form's id once it is open. */
export const askForInput = async (
  { api }: Pick<Embedded, 'api'>,
  settings: Record<string, unknown>,
  name = freshName(),
): Promise<string> => {
  const drawing = `
    start -> Ask:user_input -next-> done:end
    Ask -expired-> late:end`;
  const graph = draw(drawing, { Ask: settings });
  const { _id: bot_id } = await api.bots.createBot({ name, graph });
  const run = await api.executions.startExecution({ bot_id, version: 1, input: {} });
  const { waiting_for } = await eventually(
    () => api.executions.getExecution({ bot_exc_id: run._id }),
    ({ state }) => state === 'WAITING_FOR_INPUT',
  );
  return waiting_for?.user_input_id ?? '';
};
