import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RuleResource } from '#lib/domain/compliance/compliance.schema.ts';
import { resultText } from '#lib/domain/compliance/criticality.rules.ts';
import { compliance } from '#web/api/compliance.ts';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';

export type ResourceException = NonNullable<RuleResource['exception']>;
export type ExceptionAct = 'edit' | 'end';

/** The owner and expiry of an exception, and the result without it. */
export const AppliedText = ({ exception }: { exception: ResourceException }) => {
  const { owner, expires_on, instead_of, scope } = exception;
  const expiryText = expires_on === undefined ? 'no expiry' : `until ${expires_on}`;
  return (
    <Box color="text-body-secondary" fontSize="body-s">
      {`Accepted by ${owner}, ${expiryText}`}
      {scope.kind === 'tag' && `, for the tag ${scope.key} = ${scope.value}`}
      {scope.kind === 'integration' && ', for the whole account'}
      {`. Otherwise: ${resultText(instead_of)}.`}
    </Box>
  );
};

const calls = { edit: compliance.updateException, end: compliance.deleteException };

type ActsProps = {
  exception: ResourceException;
  onAct: (action: ExceptionAct, exception: ResourceException) => void;
};

/** The same with the actions on it. */
export const AppliedException = ({ exception, onAct }: ActsProps) => {
  const refusals = useRefusals(calls);
  return (
    <SpaceBetween size="xxs">
      <AppliedText exception={exception} />
      <SpaceBetween size="xs" direction="horizontal">
        <Button
          variant="inline-link"
          {...disabledBy(refusals.edit)}
          onClick={() => onAct('edit', exception)}
        >
          Edit exception
        </Button>
        <Button
          variant="inline-link"
          {...disabledBy(refusals.end)}
          onClick={() => onAct('end', exception)}
        >
          Delete exception
        </Button>
      </SpaceBetween>
    </SpaceBetween>
  );
};
