import { useState } from 'react';
import type { AwsSetupView } from '#lib/domain/integrations/aws/setup.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { integrations } from '#web/api/integrations.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { failureText } from '#web/components/failure-text.ts';

/** Milliseconds between polls while the stack is being created. */
const deployPollEvery = 15_000;

/** The input of a setup: a new setup is created when any of it changes. */
export type SetupInput = {
  aws_account: string;
  further_accounts: string[];
  units: string[];
  region: string;
  allow_actions: boolean;
};

type KeyedSetup = { inputKey: string; setup: AwsSetupView };

const keyedSetupOf = (setup: AwsSetupView): KeyedSetup => {
  const { aws_account, further_accounts, units, region, allow_actions } = setup;
  const input: SetupInput = { aws_account, further_accounts, units, region, allow_actions };
  return { inputKey: JSON.stringify(input), setup };
};

/**
 * Starts a setup, or continues the one for the same account from now or earlier (`existingSetup`).
 * `onRefused` receives errors that belong to a field.
 */
export const useSetup = (
  existingSetup: AwsSetupView | undefined,
  onRefused: (error: ApiError) => void,
) => {
  const { mutate, isPending } = useAction(integrations.initAwsSetup);
  const [keyedSetup, setKeyedSetup] = useState(existingSetup && keyedSetupOf(existingSetup));
  const begin = (input: SetupInput, onReady: () => void) => {
    const inputKey = JSON.stringify(input);
    if (keyedSetup?.inputKey === inputKey) {
      onReady();
      return;
    }
    mutate(input, {
      onSuccess: (setup) => {
        setKeyedSetup({ inputKey, setup });
        onReady();
      },
      onError: (error) => {
        if (error.field) return onRefused(error);
        flash.error('AWS Account Setup intialization failed. Please try again.', {
          id: 'aws-setup',
          content: failureText(error),
        });
      },
    });
  };
  return { setup: keyedSetup?.setup, begin, isBeginning: isPending };
};

/** The state of a setup's role, polled until it is complete. */
export const useDeployment = (setup: AwsSetupView | undefined, launched: boolean) =>
  useCall(
    integrations.checkAwsSetup,
    { setup_id: setup?.setup_id ?? '' },
    {
      enabled: setup !== undefined && launched,
      poll: (data) => (data?.state === 'DEPLOYED' ? false : deployPollEvery),
    },
  );
