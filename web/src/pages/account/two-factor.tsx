import { Suspense, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { fetchMFAPreference, updateMFAPreference } from 'aws-amplify/auth';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { requiresSecondFactor } from '#web/app/config.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { signInErrorText } from './sign-in-error.ts';

const LazyTwoFactorSetup = lazyDialog(
  async () => (await import('./two-factor-setup.tsx')).TwoFactorSetup,
);

const useIsTwoFactorOn = (enabled: boolean) =>
  useQuery({
    queryKey: ['two-factor'],
    queryFn: async () => (await fetchMFAPreference()).enabled?.includes('TOTP') ?? false,
    enabled,
    retry: false,
  });

const SwitchOffDialog = ({ onDone, onClose }: { onDone: () => void; onClose: () => void }) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => updateMFAPreference({ totp: 'DISABLED' }),
    onSuccess: () => {
      onDone();
      onClose();
      flash.success('Two-factor sign-in switched off');
    },
  });
  const failure = error
    ? { header: 'Two-factor sign-in was not switched off.', content: signInErrorText(error) }
    : undefined;
  return (
    <ConfirmModal
      title="Switch off two-factor sign-in"
      confirm="Switch off"
      loading={isPending}
      failure={failure}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      After that, your password alone is enough to sign in, for anybody who knows it.
    </ConfirmModal>
  );
};

type ReplaceAppProps = { onConfirm: () => void; onClose: () => void };

/** Cognito may drop the current app as soon as the set-up of another is started. */
const ReplaceAppDialog = ({ onConfirm, onClose }: ReplaceAppProps) => (
  <ConfirmModal
    title="Set up an authenticator app"
    confirm="Go on"
    loading={false}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    The app that you use now may stop working at once. Until you have finished, anybody who knows
    your password could set up an app of their own. Have the new app ready before you continue.
  </ConfirmModal>
);

type StatusProps = { required: boolean; isOn: boolean | undefined; error: Error | null };

const Status = ({ required, isOn, error }: StatusProps) => {
  // The user pool reports the user's choice, and here there is none.
  if (required) return <StatusIndicator type="info">Required for everybody</StatusIndicator>;
  if (isOn) return <StatusIndicator type="success">On</StatusIndicator>;
  if (isOn === false) return <StatusIndicator type="stopped">Off</StatusIndicator>;
  if (!error) return <StatusIndicator type="loading">Loading</StatusIndicator>;
  return <StatusIndicator type="error">{signInErrorText(error)}</StatusIndicator>;
};

/** Two-factor sign-in by the code of an authenticator app (TOTP). */
export const TwoFactor = ({ email }: { email: string }) => {
  const required = requiresSecondFactor();
  const { data: isOn, error, refetch } = useIsTwoFactorOn(!required);
  const [dialog, setDialog] = useState<'setup' | 'replace' | 'off'>();
  const close = () => setDialog(undefined);
  const onDone = () => {
    if (!required) void refetch();
  };
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Signing in takes a code from an authenticator app besides your password."
          actions={
            <>
              {required && <Button onClick={() => setDialog('replace')}>Set up an app</Button>}
              {isOn === false && <Button onClick={() => setDialog('setup')}>Set up</Button>}
              {isOn && <Button onClick={() => setDialog('off')}>Switch off</Button>}
              {isOn === undefined && error && <Button onClick={onDone}>Retry</Button>}
            </>
          }
        >
          Two-factor sign-in
        </Header>
      }
    >
      <Status required={required} isOn={isOn} error={error} />
      <Suspense>
        {dialog === 'setup' && <LazyTwoFactorSetup email={email} onDone={onDone} onClose={close} />}
      </Suspense>
      {dialog === 'replace' && (
        <ReplaceAppDialog onConfirm={() => setDialog('setup')} onClose={close} />
      )}
      {dialog === 'off' && <SwitchOffDialog onDone={onDone} onClose={close} />}
    </Container>
  );
};
