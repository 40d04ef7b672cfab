import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { setUpTOTP, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { flash } from '#web/app/flash.tsx';
import { Copy } from '#web/components/copy.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Loading } from '#web/components/loading.tsx';
import { QrCode } from './qr-code.tsx';
import { signInErrorText } from './sign-in-error.ts';

type Props = { email: string; onDone: () => void; onClose: () => void };

/** A new secret for each opening, never cached. */
const useNewSecret = (email: string) =>
  useQuery({
    queryKey: ['two-factor-offer'],
    queryFn: async () => {
      const { sharedSecret, getSetupUri } = await setUpTOTP();
      return { secret: sharedSecret, uri: getSetupUri('Cloudwarden', email).toString() };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

const SecretDetails = ({ secret, uri }: { secret: string; uri: string }) => (
  <SpaceBetween size="s">
    <Box>Scan this code with an authenticator app, or enter the key there by hand.</Box>
    <Box color="text-body-secondary">
      Without the app, you cannot sign in. If you lose it, only a ROOT user can let you in again, or
      the operator of this installation if you are the last ROOT user: keep the key in a safe place.
    </Box>
    <QrCode text={uri} alt="QR code for an authenticator app" />
    <div>
      <Box variant="awsui-key-label">Key</Box>
      <Copy text={secret} subject="key" />
    </div>
  </SpaceBetween>
);

const useVerify = ({ onDone, onClose }: Props) =>
  useMutation({
    mutationFn: async (code: string) => {
      await verifyTOTPSetup({ code });
      await updateMFAPreference({ totp: 'PREFERRED' });
    },
    onSuccess: () => {
      onDone();
      onClose();
      flash.success('Two-factor sign-in switched on');
    },
  });

/** Sets up an authenticator app: it is active once a valid code was entered. */
export const TwoFactorSetup = (props: Props) => {
  const { email, onClose } = props;
  const offer = useNewSecret(email);
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useVerify(props);
  const isCode = /^\d{6}$/.test(code);
  const [tried, setTried] = useState(false);
  const verify = () => {
    setTried(true);
    if (isCode && !isPending) mutate(code);
  };
  const shapeError = tried && !isCode ? 'Enter the 6 digits that the app shows.' : undefined;
  return (
    <Dialog
      title="Set up two-factor sign-in"
      actions={
        <Button variant="primary" loading={isPending} disabled={!offer.data} onClick={verify}>
          Switch on
        </Button>
      }
      busy={isPending}
      onClose={onClose}
    >
      <SpaceBetween size="l">
        {offer.isPending && <Loading text="Making a key" />}
        {offer.error && <Alert type="error">{signInErrorText(offer.error)}</Alert>}
        {offer.data && <SecretDetails {...offer.data} />}
        {offer.data && (
          <FormField
            label="Code"
            errorText={shapeError ?? (error && !isPending ? signInErrorText(error) : undefined)}
          >
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={({ detail }) => setCode(detail.value.trim())}
              onKeyDown={({ detail }) => {
                if (detail.key === 'Enter') verify();
              }}
            />
          </FormField>
        )}
      </SpaceBetween>
    </Dialog>
  );
};
