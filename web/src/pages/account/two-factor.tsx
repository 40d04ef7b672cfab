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

const useIsOn = (enabled: boolean) =>
  useQuery({
    queryKey: ['two-factor'],
    queryFn: async () => (await fetchMFAPreference()).enabled?.includes('TOTP') ?? false,
    enabled,
    retry: false,
  });

const SwitchOff = ({ onDone, onClose }: { onDone: () => void; onClose: () => void }) => {
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
      From then on your password alone signs you in, whoever knows it.
    </ConfirmModal>
  );
};

type ReplaceProps = { onConfirm: () => void; onClose: () => void };

/** Cognito may forget the app in use as soon as another one is offered. */
const Replace = ({ onConfirm, onClose }: ReplaceProps) => (
  <ConfirmModal
    title="Set up an authenticator app"
    confirm="Go on"
    loading={false}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    The app that you use now may stop working at once, and until you have finished, whoever knows
    your password could set up one of their own. Go on with the new app at hand.
  </ConfirmModal>
);

type StatusProps = { required: boolean; isOn: boolean | undefined; error: Error | null };

const Status = ({ required, isOn, error }: StatusProps) => {
  // The user pool tells what people chose, and here is no choice.
  if (required) return <StatusIndicator type="info">Required for everybody</StatusIndicator>;
  if (isOn) return <StatusIndicator type="success">On</StatusIndicator>;
  if (isOn === false) return <StatusIndicator type="stopped">Off</StatusIndicator>;
  if (!error) return <StatusIndicator type="loading">Loading</StatusIndicator>;
  return <StatusIndicator type="error">{signInErrorText(error)}</StatusIndicator>;
};

/** A code of an authenticator app besides the password (TOTP). */
export const TwoFactor = ({ email }: { email: string }) => {
  const required = requiresSecondFactor();
  const { data: isOn, error, refetch } = useIsOn(!required);
  const [open, setOpen] = useState<'setup' | 'replace' | 'off'>();
  const close = () => setOpen(undefined);
  const onDone = () => {
    if (!required) void refetch();
  };
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="A code of an authenticator app besides your password when you sign in."
          actions={
            <>
              {required && <Button onClick={() => setOpen('replace')}>Set up an app</Button>}
              {isOn === false && <Button onClick={() => setOpen('setup')}>Set up</Button>}
              {isOn && <Button onClick={() => setOpen('off')}>Switch off</Button>}
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
        {open === 'setup' && <LazyTwoFactorSetup email={email} onDone={onDone} onClose={close} />}
      </Suspense>
      {open === 'replace' && <Replace onConfirm={() => setOpen('setup')} onClose={close} />}
      {open === 'off' && <SwitchOff onDone={onDone} onClose={close} />}
    </Container>
  );
};
