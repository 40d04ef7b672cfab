import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { AwsSetupView } from '#lib/domain/integrations/aws/setup.schema.ts';
import type { IntegrationInput } from '../integration-form.ts';
import { setupParamsOf } from './wizard-form.ts';

/**
 * Keeps the setup in the address with its step, alias and groups, so that a reload continues it.
 */
export const useSetupInAddress = (
  setup: AwsSetupView | undefined,
  step: number,
  { alias, groups }: IntegrationInput,
  onBegun: (setup_id: string) => void,
): void => {
  const [params, setParams] = useSearchParams();
  const id = setup?.setup_id;
  // While the first step is edited, the address keeps the values entered before.
  const addressValues =
    step === 0
      ? { alias: params.get('alias') ?? '', groups: params.getAll('group') }
      : { alias, groups };
  const targetSearch =
    id === undefined
      ? undefined
      : setupParamsOf({ setup_id: id, step, ...addressValues }).toString();
  const isCurrent = targetSearch === undefined || params.toString() === targetSearch;
  const isKnown = params.get('setup') === id;
  useEffect(() => {
    if (isCurrent || id === undefined) return;
    if (!isKnown) onBegun(id);
    setParams(targetSearch, { replace: true });
  }, [id, targetSearch, isCurrent, isKnown, setParams, onBegun]);
};
