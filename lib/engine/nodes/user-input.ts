import * as z from 'zod';
import { unansweredForm } from '#lib/domain/executions/outcome/outcome.rules.ts';
import {
  formInput,
  type FormInput,
  type UserInput,
} from '#lib/domain/user-inputs/user-input.schema.ts';
import { valuesOf } from '#lib/domain/user-inputs/value.rules.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { flatList, problemWithMessage, problemWithPeople, textOf } from './question-settings.ts';
import { defaultValues, evaluatedInput, formInputOf, problemWithInput } from './form.ts';
import { type Call, type Done, dryRunOutcome, failed, type NodeRules } from './node.ts';

const maxFormBytes = 256 * 1024;
const maxTitleLength = 200;

/** The content of a user input: a node's settings after their expressions were evaluated. */
export const userInputRequest = z.object({
  internal_name: z.string(),
  message: z.string(),
  input_for: z.array(emailAddress),
  inputs: z.array(formInput),
});
export type UserInputRequest = z.infer<typeof userInputRequest>;

const problemWithInputs = (inputs: FormInput[]): string | undefined => {
  const problem = inputs.map(problemWithInput).find((one) => one !== undefined);
  if (problem) return problem;
  return Buffer.byteLength(JSON.stringify(inputs)) > maxFormBytes
    ? 'The form is too large. Offer fewer options, or shorter defaults.'
    : undefined;
};

const pretend = ({ input_for, inputs, message }: UserInputRequest): Done => {
  const whom = input_for.length > 0 ? input_for.join(', ') : 'everybody who may answer user inputs';
  const { output, ...outcome } = dryRunOutcome(`ask ${whom} to fill in a form`);
  return { ...outcome, output: { ...Object(output), values: defaultValues(inputs), message } };
};

const begin = ({ node, settings, now }: Call) => {
  const parsed = z.array(evaluatedInput).safeParse(settings.inputs);
  if (!parsed.success) return failed('An expression in the inputs returns an invalid value.');
  const inputs = parsed.data.map(formInputOf);
  const input_for = flatList(settings.authorizers);
  const message = textOf(settings.message);
  const problem =
    problemWithMessage(message) ??
    problemWithPeople(input_for, 'authorizer') ??
    problemWithInputs(inputs);
  if (problem) return failed(problem);
  const title = textOf(settings.internal_name).trim().slice(0, maxTitleLength);
  const internal_name = title === '' ? node.name : title;
  const input = userInputRequest.parse({ internal_name, message, input_for, inputs });
  const until = now + Number(settings.expires_in_minutes) * 60_000;
  return { type: 'wait' as const, kind: 'input' as const, until, input, pretend: pretend(input) };
};

const outcomeOf = (found: UserInput, name: string): Done => {
  const { status, message, resolver, inputs, withdrawn, expires_on } = found;
  if (status === 'RESOLVED') {
    const output = { values: valuesOf(inputs), resolver, message };
    return { type: 'done', output, handle: 'next' };
  }
  const stopped = withdrawn
    ? `"${name}" was withdrawn.`
    : `"${name}" was not filled in before it expired, ${expires_on}.`;
  const output = { values: {}, message };
  const decisionField = withdrawn ? {} : { decision: unansweredForm };
  return { type: 'done', output, handle: 'expired', stopped, ...decisionField };
};

export const userInput: NodeRules = {
  begin,

  async resume({ node, question }) {
    const found = await question('input');
    return !found || found.status === 'PENDING' ? undefined : outcomeOf(found, node.name);
  },
};
