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

type KeyedSetup = { of: string; setup: AwsSetupView };

const keyedSetupOf = (setup: AwsSetupView): KeyedSetup => {
  const { aws_account, further_accounts, units, region, allow_actions } = setup;
  const input: SetupInput = { aws_account, further_accounts, units, region, allow_actions };
  return { of: JSON.stringify(input), setup };
};

/**
 * Starts a setup, or continues the one for the same account from now or earlier (`begun`).
 * `onRefused` receives errors that belong to a field.
 */
export const useSetup = (begun: AwsSetupView | undefined, onRefused: (error: ApiError) => void) => {
  const { mutate, isPending } = useAction(integrations.initAwsSetup);
  const [made, setMade] = useState(begun && keyedSetupOf(begun));
  const begin = (input: SetupInput, onReady: () => void) => {
    const of = JSON.stringify(input);
    if (made?.of === of) {
      onReady();
      return;
    }
    mutate(input, {
      onSuccess: (setup) => {
        setMade({ of, setup });
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
  return { setup: made?.setup, begin, isBeginning: isPending };
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
