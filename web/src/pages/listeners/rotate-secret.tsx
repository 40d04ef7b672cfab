import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ListenerView, PreviousSecret } from '#lib/domain/listeners/listener.schema.ts';
import { listeners } from '#web/api/listeners.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { failureOf } from '#web/components/failure-text.ts';
import { Time } from '#web/components/time.tsx';
import { usePreviousSecretUntil } from './previous-secret.ts';
import type { SavedListener } from './saved-listener.ts';
import { WebhookAddress } from './webhook-address.tsx';

const NewSecret = ({ rotated, onClose }: { rotated: SavedListener; onClose: () => void }) => (
  <Dialog title={`New secret of ${rotated.name}`} closeText="Close" onClose={onClose}>
    <SpaceBetween size="m">
      <Alert type="warning">
        This secret is shown only now. Copy it and give it to the sender.
      </Alert>
      <div>
        <Box variant="awsui-key-label">Secret</Box>
        <Copy text={rotated.secret ?? ''} subject="secret" />
      </div>
      <div>
        <Box variant="awsui-key-label">Webhook URL</Box>
        <WebhookAddress listener={rotated} />
      </div>
    </SpaceBetween>
  </Dialog>
);

type Props = {
  listener: ListenerView;
  /** Called with the new secret at once; the dialog shows it as well. */
  onRotated?: (rotated: SavedListener) => void;
  onClose: () => void;
};

/** Asks what happens to the current secret, and shows the new one. */
export const RotateSecret = ({ listener, onRotated, onClose }: Props) => {
  const [rotated, setRotated] = useState<SavedListener>();
  const { mutate, isPending, error } = useAction(listeners.rotateListenerSecret);
  const until = usePreviousSecretUntil(listener);
  const [chosen, choose] = useState<PreviousSecret>();
  const previous_secret = chosen ?? (until === undefined ? 'ends_in_24_hours' : undefined);
  const rotate = () =>
    previous_secret &&
    mutate(
      { listener_id: listener._id, previous_secret },
      {
        onSuccess: (one) => {
          setRotated(one);
          onRotated?.(one);
        },
      },
    );
  if (rotated) return <NewSecret rotated={rotated} onClose={onClose} />;
  return (
    <ConfirmModal
      title={`Rotate secret of ${listener.name}`}
      confirm="Rotate"
      loading={isPending}
      disabled={previous_secret === undefined}
      failure={failureOf('The secret was not rotated.', error)}
      onConfirm={rotate}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>A new secret replaces the current one.</Box>
        <RadioGroup
          ariaLabel="What becomes of the old secret"
          value={previous_secret ?? null}
          onChange={({ detail }) => choose(detail.value as PreviousSecret)}
          items={[
            {
              value: 'ends_in_24_hours',
              label: 'The old one ends in 24 hours',
              disabled: until !== undefined,
              description: until
                ? 'Not possible while the previous secret is still accepted: end that one first.'
                : 'Give the new one to the sender within that time, so that no event is lost.',
            },
            {
              value: 'ends_now',
              label: 'The old one ends now',
              description:
                'Choose this if others know the secret. Calls with it are refused at once.',
            },
          ]}
        />
        {until && (
          <Alert type="warning">
            The previous secret is accepted until <Time at={until} />. If the current one ends now,
            the previous one ends too.
          </Alert>
        )}
      </SpaceBetween>
    </ConfirmModal>
  );
};

type EndProps = { listener: ListenerView; onEnded?: (ended: ListenerView) => void };

/** Asks for confirmation, then ends a previous secret that is still accepted. */
export const EndPreviousSecret = (props: EndProps & { onClose: () => void }) => {
  const { listener, onEnded, onClose } = props;
  const { mutate, isPending, error } = useAction(listeners.endPreviousSecret);
  const end = () =>
    mutate(
      { listener_id: listener._id },
      {
        onSuccess: (ended) => {
          flash.success('The old secret has ended.');
          onEnded?.(ended);
          onClose();
        },
      },
    );
  return (
    <ConfirmModal
      title="End the old secret"
      confirm="End now"
      loading={isPending}
      failure={failureOf('The old secret is still accepted.', error)}
      onConfirm={end}
      onClose={onClose}
    >
      Calls with the old secret of <Box variant="strong">{listener.name}</Box> are refused from now
      on. The current secret remains valid.
    </ConfirmModal>
  );
};

/** Tells that a previous secret is still accepted, and offers to end it. */
export const PreviousSecretNotice = ({ listener, onEnded }: EndProps) => {
  const refusal = useRefusal(listeners.endPreviousSecret);
  const until = usePreviousSecretUntil(listener);
  const [ending, setEnding] = useState(false);
  if (!until) return null;
  return (
    <>
      <Alert
        type="info"
        action={
          <Button {...disabledBy(refusal)} onClick={() => setEnding(true)}>
            End old secret
          </Button>
        }
      >
        The old secret is accepted until <Time at={until} />.
      </Alert>
      {ending && (
        <EndPreviousSecret
          listener={listener}
          {...(onEnded && { onEnded })}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
};
