import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { listeners } from '#web/api/listeners.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LazyCallExample } from './lazy-call-example.tsx';

/** A listener, with its secret in the one moment in which that is known. */
export type SavedListener = ListenerView & { secret?: string };

type Props = { saved: SavedListener; onRotated: (saved: SavedListener) => void };

const RotateSecret = ({ saved, onRotated }: Props) => {
  const refusal = useRefusal(listeners.rotateListenerSecret);
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useAction(listeners.rotateListenerSecret);
  const rotate = () =>
    mutate(
      { listener_id: saved._id },
      {
        onSuccess: onRotated,
        onError: ({ message }) => flash.error(message),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Button {...disabledBy(refusal)} onClick={() => setAsking(true)}>
        Rotate secret
      </Button>
      {asking && (
        <ConfirmModal
          title="Rotate secret"
          confirm="Rotate"
          loading={isPending}
          onConfirm={rotate}
          onClose={() => setAsking(false)}
        >
          A new secret takes the place of the present one, which is accepted for 24 more hours. Give
          the new one to the sender in that time.
        </ConfirmModal>
      )}
    </>
  );
};

const Secret = ({ saved }: { saved: SavedListener }) =>
  saved.secret ? (
    <SpaceBetween size="xs">
      <Copy text={saved.secret} what="secret" />
      <Alert type="warning">
        This secret is shown only now. Copy it and give it to the sender.
      </Alert>
    </SpaceBetween>
  ) : (
    <Box color="text-body-secondary">
      The secret was shown when it was made. If it is lost, rotate it.
    </Box>
  );

/** Step "info" of the wizard: what the sender needs. */
export const InfoStep = ({ saved, onRotated }: Props) => (
  <SpaceBetween size="l">
    {!saved.last_called_at && (
      <Alert type="info">
        This listener cannot be used in a bot until it has been called at least once: the names of
        its fields are learned from the first authentic call.
      </Alert>
    )}
    <Container
      header={
        <Header variant="h2" actions={<RotateSecret saved={saved} onRotated={onRotated} />}>
          Address and secret
        </Header>
      }
    >
      <SpaceBetween size="l">
        <div>
          <Box variant="awsui-key-label">Webhook URL</Box>
          <Copy text={saved.webhook_url} what="webhook URL" />
        </div>
        <div>
          <Box variant="awsui-key-label">Secret</Box>
          <Secret saved={saved} />
        </div>
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
