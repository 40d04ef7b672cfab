import { useEffect, useEffectEvent, useRef, useState } from 'react';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RuleResource, RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import type {
  ExceptionScope,
  ExceptionTerms,
} from '#lib/domain/compliance/exceptions/exception.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { ApiError } from '#web/api/api-error.ts';
import { compliance } from '#web/api/compliance.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useCurrentUser } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { type Failure, failureOf } from '#web/components/failure-text.ts';
import { newScopeDraft, ScopeFields, scopesOf } from './scope-fields.tsx';
import { TermsFields, useTermsForm } from './terms-fields.tsx';

type Props = {
  rule: RuleRow;
  /** The selected resources. */
  chosen: readonly RuleResource[];
  /** The account that the list is filtered by. */
  account?: string | undefined;
  onMade: () => void;
  onClose: () => void;
};

/** Creates exceptions one after the other; an existing one counts as done. */
const useCreateExceptions = ({ rule: { rule_id }, onMade, onClose }: Props) => {
  const { mutateAsync, isPending } = useAction(compliance.createException);
  const [error, setError] = useState<ApiError | null>(null);
  const make = async (scopes: readonly ExceptionScope[], terms: ExceptionTerms): Promise<void> => {
    setError(null);
    let createdCount = 0;
    for (const scope of scopes) {
      try {
        await mutateAsync({ ...terms, rule_id, scope });
        createdCount += 1;
      } catch (failed) {
        if (!(failed instanceof ApiError)) throw failed;
        if (failed.field === 'scope' && scopes.length > 1) continue;
        setError(failed);
        return;
      }
    }
    const existingCount = scopes.length - createdCount;
    const existingText =
      existingCount > 0 ? ` ${formatCount(existingCount, 'exception')} already existed.` : '';
    flash.success(`${formatCount(createdCount, 'exception')} created`, {
      content: `The findings are accepted: they show as skipped.${existingText}`,
    });
    onMade();
    onClose();
  };
  return { make, isPending, error };
};

/**
 * On each attempt, moves the focus to the first invalid field here, if any: these fields stand
 * above those of the form, which focuses its own.
 */
const useFocusFirstProblem = (isWrong: boolean) => {
  const containerRef = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  const focusProblem = useEffectEvent(() => {
    if (isWrong) containerRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
  useEffect(() => {
    if (tries > 0) focusProblem();
  }, [tries]);
  return { containerRef, tried: tries > 0, focusAgain: () => setTries(tries + 1) };
};

/** Asks which findings of a rule are accepted, and why. */
export const MakeException = (props: Props) => {
  const { rule, chosen, account, onClose } = props;
  const { data: user } = useCurrentUser();
  const form = useTermsForm({ reason: '', owner: user?.name ?? '' });
  const [draft, setDraft] = useState(newScopeDraft(chosen, account));
  const { make, isPending, error } = useCreateExceptions(props);
  const { scopes, ...invalidResult } = scopesOf(draft, chosen);
  const { containerRef, tried, focusAgain } = useFocusFirstProblem(scopes === undefined);
  const failure: Failure | undefined = failureOf('The exception was not created', error);
  const confirm = () => {
    focusAgain();
    form.submit((terms) => scopes && make(scopes, terms));
  };
  return (
    <ConfirmModal
      title="Make exception"
      confirm="Make exception"
      loading={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>
          While active, the covered findings of <Box variant="strong">{rule.title}</Box> are
          accepted: they show as skipped and start no bots.
        </Box>
        <div ref={containerRef}>
          <ScopeFields
            {...{ rule, chosen, draft }}
            problems={(tried && 'problems' in invalidResult && invalidResult.problems) || {}}
            onChange={(patch) => setDraft({ ...draft, ...patch })}
          />
        </div>
        <TermsFields form={form} />
      </SpaceBetween>
    </ConfirmModal>
  );
};
