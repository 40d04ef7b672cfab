import { useState } from 'react';
import type { RoleImpact } from '#lib/domain/roles/role.schema.ts';
import type { Policies } from '#lib/kernel/caller.ts';
import { ApiError, errorText } from '#web/api/api-error.ts';
import { roles } from '#web/api/roles.ts';
import { useCall } from '#web/api/use-call.ts';
import type { RoleInput } from './role-form.ts';
import { useDebounced } from './use-debounced.ts';

/** Milliseconds without a change after which the server is queried. */
const debounceMs = 500;

export type ShownImpact = {
  impact: RoleImpact | undefined;
  error: ApiError | null;
  isOld: boolean;
};

/** The effects of saving these policies on users, updated while they change. */
export const useImpact = (role_id: string, policies: Policies, enabled: boolean): ShownImpact => {
  const debouncedPolicies = useDebounced(policies, debounceMs);
  const { data, error, isFetching } = useCall(
    roles.previewRole,
    { role_id, policies: debouncedPolicies },
    { enabled },
  );
  return { impact: data, error, isOld: isFetching || debouncedPolicies !== policies };
};

/** The confirmation before a save: who loses something, or that the effects are unknown. */
export type SaveQuestion =
  { output: RoleInput; impact: RoleImpact } | { output: RoleInput; reason: string };

/** Saves at once if nobody loses a permission, and asks for confirmation otherwise. */
export const useConfirmedSave = (role_id: string, save: (output: RoleInput) => void) => {
  const [question, setQuestion] = useState<SaveQuestion>();
  const [isAsking, setAsking] = useState(false);
  const start = async (output: RoleInput) => {
    setAsking(true);
    try {
      const impact = await roles.previewRole({ role_id, policies: output.policies });
      setAsking(false);
      if (impact.loses.length > 0) setQuestion({ output, impact });
      else save(output);
    } catch (error) {
      setAsking(false);
      // A deleted role cannot be saved either, and the save reports that.
      if (error instanceof ApiError && error.status === 404) save(output);
      else setQuestion({ output, reason: errorText(error) });
    }
  };
  return {
    start: (output: RoleInput) => void start(output),
    isAsking,
    question,
    confirm: () => {
      setQuestion(undefined);
      if (question) save(question.output);
    },
    close: () => setQuestion(undefined),
  };
};
