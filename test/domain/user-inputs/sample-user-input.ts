import type { FormInput, InputType, UserInput } from '#lib/domain/user-inputs/user-input.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { noon } from '../scene.ts';

export const hour = 3600_000;

export const emailOf = (name: string): string => `${name}@example.com`;

type Field = Partial<Omit<FormInput, 'advance'>> & FormInput['advance']['value_validation'];

/** One input of a form, with its bounds given like its other fields. */
export const field = (id: string, type: InputType, overrides: Field = {}): FormInput => {
  const { multiselect, min, max, min_length, max_length, pattern, ...rest } = overrides;
  const bounds = { multiselect, min, max, min_length, max_length, pattern };
  const definedBounds = Object.entries(bounds).filter(([, value]) => value !== undefined);
  const value_validation = Object.fromEntries(definedBounds);
  return {
    id,
    label: id,
    type,
    required: false,
    options: [],
    advance: { value_validation },
    ...rest,
  };
};

/** A form that asks ada, bob and cy for a reason and a region, for one hour from noon. */
export const sampleUserInput = (fields: Partial<UserInput> = {}): UserInput => ({
  tenant_id: 'org_1',
  _id: 'inp_1',
  internal_name: 'Which host',
  bot_id: 'bot_1',
  bot_name: 'Isolate',
  bot_exc_id: 'exc_1',
  lane: '',
  node_id: 'ask',
  node_name: 'Ask',
  status: 'PENDING',
  message: 'Which host is it?',
  input_for: ['ada', 'bob', 'cy'].map(emailOf),
  requested_by: [],
  inputs: [
    field('reason', 'text', { required: true }),
    field('region', 'select', { options: ['eu-west-1', 'us-east-1'] }),
  ],
  created_at: isoTime(noon),
  expires_on: isoTime(noon + hour),
  ...fields,
});
