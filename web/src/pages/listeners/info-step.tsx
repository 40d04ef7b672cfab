import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { listeners } from '#web/api/listeners.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useRefusal } from '#web/app/session.ts';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LazyCallExample } from './lazy-call-example.tsx';
import { PreviousSecretNotice, RotateSecret } from './rotate-secret.tsx';
import type { SavedListener } from './saved-listener.ts';
import { pollEvery } from './test-drawer.tsx';
import { WebhookAddress } from './webhook-address.tsx';

type Props = { saved: SavedListener; onRotated: (saved: SavedListener) => void };

const Rotate = ({ saved, onRotated }: Props) => {
  const refusal = useRefusal(listeners.rotateListenerSecret);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button {...disabledBy(refusal)} onClick={() => setConfirming(true)}>
        Rotate secret
      </Button>
      {isConfirming && (
        <RotateSecret listener={saved} onRotated={onRotated} onClose={() => setConfirming(false)} />
      )}
    </>
  );
};

const Secret = ({ saved }: { saved: SavedListener }) =>
  saved.secret ? (
    <SpaceBetween size="xs">
      <Copy text={saved.secret} subject="secret" />
      <Alert type="warning">
        This secret is shown only now. Copy it and give it to the sender.
      </Alert>
    </SpaceBetween>
  ) : (
    <Box color="text-body-secondary">
      The secret was shown when it was created. If it is lost, rotate it.
    </Box>
  );

/** Removed after the first call. */
const NotCalledNotice = ({ saved }: { saved: SavedListener }) => {
  const { answer, askAgain } = useRefetchableCall(
    listeners.getListener,
    { listener_id: saved._id },
    { poll: (current) => (current?.last_called_at ? false : pollEvery) },
  );
  const { data = saved } = answer;
  useChannel('listener_called', ({ listener_id }) => {
    if (listener_id === saved._id) askAgain();
  });
  if (data.last_called_at) return null;
  return (
    <Alert type="info">
      This listener cannot be used in a bot until it has been called at least once: Cloudwarden
      learns the names of its fields from the first authenticated call.
    </Alert>
  );
};

const withoutPrevious = ({ previous_secret_until: _, ...saved }: SavedListener): SavedListener =>
  saved;

/** Step "info" of the wizard: the data that the sender needs. */
export const InfoStep = ({ saved, onRotated }: Props) => (
  <SpaceBetween size="l">
    <NotCalledNotice saved={saved} />
    <Container
      header={
        <Header variant="h2" actions={<Rotate saved={saved} onRotated={onRotated} />}>
          Address and secret
        </Header>
      }
    >
      <SpaceBetween size="l">
        <div>
          <Box variant="awsui-key-label">Webhook URL</Box>
          <WebhookAddress listener={saved} />
        </div>
        <div>
          <Box variant="awsui-key-label">Secret</Box>
          <Secret saved={saved} />
        </div>
        <PreviousSecretNotice listener={saved} onEnded={() => onRotated(withoutPrevious(saved))} />
      </SpaceBetween>
    </Container>
    <Container
      header={
        <Header variant="h2" description="Paste it into a terminal to call the listener once.">
          Example call
        </Header>
      }
    >
      <LazyCallExample listener={saved} secret={saved.secret} />
    </Container>
  </SpaceBetween>
);
