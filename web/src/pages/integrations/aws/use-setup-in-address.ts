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
  const kept =
    step === 0
      ? { alias: params.get('alias') ?? '', groups: params.getAll('group') }
      : { alias, groups };
  const place =
    id === undefined ? undefined : setupParamsOf({ setup_id: id, step, ...kept }).toString();
  const isThere = place === undefined || params.toString() === place;
  const isKnown = params.get('setup') === id;
  useEffect(() => {
    if (isThere || id === undefined) return;
    if (!isKnown) onBegun(id);
    setParams(place, { replace: true });
  }, [id, place, isThere, isKnown, setParams, onBegun]);
};
