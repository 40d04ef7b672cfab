import type { Caller } from '#lib/kernel/caller.ts';
import { guards } from '#lib/kernel/guards.ts';
import { conflict, forbidden, type Refusal } from '#lib/kernel/refusal.ts';
import { decide } from '../account/permission.rules.ts';
import type { FormInput, UserInput, UserInputStatus } from './user-input.schema.ts';

type InputPeople = Pick<UserInput, 'input_for' | 'requested_by'>;

/** Whether a portal user may see it: it names them, or they started the run that asks. */
const isOwn = ({ input_for, requested_by }: InputPeople, { user_id }: Caller): boolean =>
  input_for.includes(user_id) || requested_by.includes(user_id);

/** Portal users see only their own; all other users with the permission see all of them. */
export const maySee = (one: InputPeople, caller: Caller): boolean =>
  caller.userType !== 'SP_USER' || isOwn(one, caller);

/** Whether the caller may fill it in: they are named, nobody is named, or they are ROOT. */
export const mayFillIn = (one: InputPeople, caller: Caller): boolean => {
  if (caller.userType === 'ROOT' || one.input_for.includes(caller.user_id)) return true;
  return one.input_for.length === 0 && maySee(one, caller);
};

/**
 * Whether the caller sees the entered values: users who may read the run do, and otherwise only the
 * user who fills the form in. Starting the run, or being able to fill the form in, is not enough.
 */
const canSeeAnswers = (one: UserInput, caller: Caller): boolean => {
  if (decide(caller, guards.getExecution).allowed) return true;
  return one.resolver ? one.resolver.id === caller.user_id : mayFillIn(one, caller);
};

const withoutValues = ({
  value: _value,
  default_value: _default,
  ...input
}: FormInput): FormInput => input;

/** The form as the caller may see it: `withheld` if only its questions are shown. */
export const formFor = (
  one: UserInput,
  caller: Caller,
): { inputs: FormInput[]; withheld?: true } =>
  canSeeAnswers(one, caller)
    ? { inputs: one.inputs }
    : { inputs: one.inputs.map(withoutValues), withheld: true };

type Timed = Pick<UserInput, 'status' | 'expires_on'>;

/** The effective status: a pending one past its expiry counts as expired. */
export const statusAt = ({ status, expires_on }: Timed, now: number): UserInputStatus =>
  status === 'PENDING' && Date.parse(expires_on) <= now ? 'EXPIRED' : status;

/** Why the caller cannot submit it now; undefined when they can. */
export const submitRefusalOf = (
  one: UserInput,
  caller: Caller,
  now: number,
): Refusal | undefined => {
  if (!mayFillIn(one, caller)) return forbidden('You are not an authorizer of this user input.');
  const status = statusAt(one, now);
  if (status === 'RESOLVED') return conflict('This user input was resolved already.');
  if (status === 'PENDING') return undefined;
  return one.withdrawn
    ? conflict('This user input was withdrawn, because its run has ended.')
    : conflict("Can't resolve expired user input.");
};
