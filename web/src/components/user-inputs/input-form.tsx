import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { FormInput, UserInputView } from '#lib/domain/user-inputs/user-input.schema.ts';
import { userInputs } from '#web/api/user-inputs.ts';
import { useRefusal } from '#web/app/session.ts';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { useZodForm } from '#web/components/use-zod-form.ts';
import { draftsOf, isMissing, problemOf, submissionOf } from './drafts.ts';
import { Fields } from './fields.tsx';
import { type SubmissionForm, useSubmit } from './use-submit.ts';

type Props = {
  view: UserInputView;
  /** The server rejected the submission: the form may have changed. */
  onRefused: () => void;
  onDone?: () => void;
  /** The form stands in another page, as that page's next step. */
  inPlace?: boolean;
};

const pathOf = (id: string): string => `values.${id}`;

const labelsText = (inputs: readonly FormInput[]): string =>
  inputs.map(({ label }) => `"${label}"`).join(', ');

/** Why the form cannot be submitted as it is, or undefined. */
const submitProblemOf = ({ inputs }: UserInputView, form: SubmissionForm) => {
  const drafts = form.values.values;
  const missingInputs = inputs.filter((input) => isMissing(input, drafts[input.id]));
  if (missingInputs.length > 0) return `Fill in ${labelsText(missingInputs)}.`;
  const invalidInputs = inputs.filter(
    (input) => form.errorOf(pathOf(input.id)) ?? problemOf(input, drafts[input.id]),
  );
  return invalidInputs.length > 0 ? `Correct ${labelsText(invalidInputs)}.` : undefined;
};

/** Why the user cannot submit the form at all, or undefined. */
const useSubmitRefusal = ({ may_act, reason }: UserInputView): string | undefined => {
  const refusal = useRefusal(userInputs.submitUserInput);
  return may_act ? refusal : (reason ?? 'You cannot submit this user input.');
};

/**
 * The message and the inputs, with `Submit` while the form is pending. Values submitted by others
 * are read-only.
 */
export const InputForm = ({ view, onRefused, onDone, inPlace = false }: Props) => {
  const form: SubmissionForm = useZodForm(submissionOf(view.inputs), { values: draftsOf(view) });
  const { fieldsRef, values, dirty } = form;
  const { submit, isPending } = useSubmit(view._id, { form, onRefused, onDone });
  const refusal = useSubmitRefusal(view);
  const isOpen = view.status === 'PENDING';
  const submitProblem = refusal ?? submitProblemOf(view, form);
  const button = (
    <Button
      variant="primary"
      loading={isPending}
      disabled={submitProblem !== undefined}
      disabledReason={submitProblem ?? ''}
      onClick={submit}
    >
      {inPlace ? 'Next' : 'Submit'}
    </Button>
  );
  const body = (
    <>
      <LeaveGuard dirty={isOpen && dirty} />
      <div ref={fieldsRef}>
        <Form actions={isOpen && button}>
          <SpaceBetween size="l">
            {isOpen && refusal && <Alert type="info">{refusal}</Alert>}
            {view.message !== '' && (
              <Box>
                <div className="input-message">{view.message}</div>
              </Box>
            )}
            {view.status === 'RESOLVED' && view.withheld ? (
              <Box color="text-body-secondary">
                Only people who entered the answers or who may read the run can see them.
              </Box>
            ) : (
              <Fields
                inputs={view.inputs}
                drafts={values.values}
                readOnly={!isOpen || refusal !== undefined}
                errorOf={(id) => form.errorOf(pathOf(id))}
                onChange={(id, draft) => form.set('values', { ...values.values, [id]: draft })}
                onLeave={(id) => form.touch(pathOf(id))}
              />
            )}
          </SpaceBetween>
        </Form>
      </div>
    </>
  );
  if (inPlace) return body;
  return <Container header={<Header variant="h2">Inputs</Header>}>{body}</Container>;
};
