import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { MaybePromise } from '#lib/kernel/maybe-promise.ts';
import { conflict, forbidden, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { containsText } from '#lib/kernel/text.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { userInputRoutes } from './user-input.routes.ts';
import { formFor, maySee, statusAt, submitRefusalOf } from './user-input.rules.ts';
import type { UserInput, UserInputSummary, UserInputView } from './user-input.schema.ts';
import { userInputStore } from './user-input.store.ts';
import { fillForm, type Matches } from './value.rules.ts';

export type UserInputDeps = {
  db: Database;
  clock: Clock;
  bus: Bus;
  realtime: Realtime;
  /** Loads the engine's matcher for patterns written by users. */
  loadMatches: () => MaybePromise<Matches>;
};

const summary = (one: UserInput, caller: Caller, now: number): UserInputSummary => {
  const { tenant_id, inputs, pending, outbox, untold, ...fields } = one;
  const refusal = submitRefusalOf(one, caller, now);
  return {
    ...fields,
    status: statusAt(one, now),
    may_act: !refusal,
    ...(refusal && { reason: refusal.message }),
  };
};

const view = (one: UserInput, caller: Caller, now: number): UserInputView => ({
  ...summary(one, caller, now),
  ...formFor(one, caller),
});

const find = async ({ db }: UserInputDeps, caller: Caller, id: string): Promise<UserInput> => {
  const found = await userInputStore(db, caller.tenant_id).get(id);
  if (!found) throw notFound('user input');
  if (!maySee(found, caller)) throw forbidden('You are not an authorizer of this user input.');
  return found;
};

/** Submits the form and returns it; throws if the caller may not, or if a value is not valid. */
const submit = async (
  deps: UserInputDeps,
  caller: Caller,
  id: string,
  values: Record<string, unknown>,
): Promise<UserInput> => {
  const found = await find(deps, caller, id);
  const now = deps.clock();
  const refusal = submitRefusalOf(found, caller, now);
  if (refusal) throw refusal;
  const submission = {
    inputs: fillForm(found.inputs, values, await deps.loadMatches()),
    resolver: { id: caller.user_id, name: caller.name },
    resolved_at: isoTime(now),
  };
  const isSubmitted = await userInputStore(deps.db, caller.tenant_id).submit(id, submission);
  if (isSubmitted) return { ...found, ...submission, status: 'RESOLVED' };
  const current = await find(deps, caller, id);
  const changed = 'This user input has changed. Reload it and try again.';
  throw submitRefusalOf(current, caller, deps.clock()) ?? conflict(changed);
};

/** Calls of the user input inbox, one function a route. */
export const userInputService = (deps: UserInputDeps): Service<typeof userInputRoutes> => ({
  async listUserInputs(caller, { status, bot_name, current_user, authorizer, ...request }) {
    const now = deps.clock();
    const isSelf = current_user === 'true' || authorizer === 'Self';
    const requestedUser = authorizer === 'Self' ? undefined : authorizer;
    const people = [
      ...(isSelf ? [caller.user_id] : []),
      ...(requestedUser === undefined ? [] : [requestedUser]),
    ];
    const accept = (one: UserInput): boolean =>
      maySee(one, caller) &&
      (status === undefined || statusAt(one, now) === status) &&
      containsText(one.bot_name, bot_name) &&
      people.every((name) => one.input_for.includes(name));
    const scope = [status, bot_name, people, caller.user_id];
    const of = status === 'PENDING' ? 'pending' : 'all';
    const store = userInputStore(deps.db, caller.tenant_id);
    const page = await store.page(of, request, scope, accept);
    return { ...page, items: page.items.map((one) => summary(one, caller, now)) };
  },

  getUserInput: async (caller, { user_input_id }) =>
    view(await find(deps, caller, user_input_id), caller, deps.clock()),

  async submitUserInput(caller, { user_input_id, values }) {
    const resolved = await submit(deps, caller, user_input_id, values);
    const { tenant_id, status } = resolved;
    // The values are stored and keep their fact until the run is told: a failure loses nothing.
    await Promise.allSettled([
      deps.bus.publish([{ type: 'user_input_resolved', tenant_id, user_input_id }]),
      deps.realtime.push(tenant_id, 'user_input_updated', { user_input_id, status }),
    ]);
    return view(resolved, caller, deps.clock());
  },
});
