import type { NewUserInput } from '#lib/domain/user-inputs/user-input.schema.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import type { PauseDeps } from '../deps.ts';
import { userInputRequest } from '../nodes/user-input.ts';
import { type Asking, askedInput, askedPlace } from './asked.ts';
import { tellPeople } from './tell-people.ts';

/** The form as it is kept, from what its node was frozen with. */
const formOf = async (deps: PauseDeps, asking: Asking, id: string): Promise<NewUserInput> => ({
  _id: id,
  ...(await askedPlace(deps, asking)),
  ...userInputRequest.parse(await askedInput(deps, asking)),
  created_at: isoTime(deps.clock()),
  expires_on: asking.waiting.until,
});

const tellAuthorizers = (deps: PauseDeps, asking: Asking, form: NewUserInput): Promise<void> => {
  const { _id: user_input_id, bot_name, internal_name, message, expires_on } = form;
  const link = linkTo(deps.site, pathTo('userInput', { user_input_id }));
  return tellPeople(deps, asking.run, {
    to: form.input_for,
    subject: `Input needed: ${bot_name}`,
    text: [
      `The bot "${bot_name}" asks you to fill in "${internal_name}".`,
      message,
      `Submit it before ${expires_on}: ${link}`,
    ],
    about: { user_input_id },
  });
};

/** Asks once, however often the pause is repeated; answers whether people can still submit. */
export const askInput = async (deps: PauseDeps, asking: Asking): Promise<boolean> => {
  const { run, waiting } = asking;
  if (waiting.user_input_id === undefined) return false;
  const store = userInputStore(deps.db, run.tenant_id);
  const standing = await store.get(waiting.user_input_id);
  if (standing) return standing.status === 'PENDING';
  const form = await formOf(deps, asking, waiting.user_input_id);
  if (await store.create(form)) {
    const frame = { user_input_id: form._id, status: 'PENDING' as const };
    await deps.realtime.push(run.tenant_id, 'user_input_updated', frame).catch(() => undefined);
    await tellAuthorizers(deps, asking, form);
  }
  return true;
};
