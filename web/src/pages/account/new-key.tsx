import { Suspense, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type * as z from 'zod';
import type { createdApiKey } from '#lib/domain/api-keys/api-key.schema.ts';
import { getConnection } from '#web/api/connection.ts';
import { Copy } from '#web/components/copy.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { LeaveGuard } from '#web/components/leave-guard.tsx';

export type CreatedKey = z.infer<typeof createdApiKey>;

const LazyShellCode = lazyPart(
  async () => (await import('#web/components/code/code-view.tsx')).ShellCode,
);

const exampleCall = (secret: string): string => {
  const { href } = new URL(`${getConnection().apiUrl}/users/me`, window.location.href);
  return [`API_KEY='${secret}'`, `curl -H "Authorization: $API_KEY" '${href}'`].join('\n');
};

const Example = ({ text, onCopied }: { text: string; onCopied: () => void }) => (
  <Suspense fallback={<Box variant="code">{text}</Box>}>
    <LazyShellCode text={text} subject="example call" onCopied={onCopied} />
  </Suspense>
);

/** A warning before leaving, as the key cannot be shown again. */
const NotCopiedWarning = ({ urlParams }: { urlParams: readonly string[] }) => (
  <LeaveGuard dirty panels={urlParams}>
    {({ stay, leave }) => (
      <Dialog
        title="Leave without the API key?"
        closeText="Stay"
        actions={<Button onClick={leave}>Leave without the key</Button>}
        onClose={stay}
      >
        You have not copied the new API key. It is never shown again.
      </Dialog>
    )}
  </LeaveGuard>
);

type Props = {
  created: CreatedKey;
  /** Query parameters that may change while the key stays on the page. */
  urlParams: readonly string[];
  onClose: () => void;
};

/** A key that was just created: it is shown this once only. */
export const NewKey = ({ created, urlParams, onClose }: Props) => {
  const [copied, setCopied] = useState(false);
  const onCopied = () => setCopied(true);
  return (
    <Alert
      type="success"
      header={`API key ${created.name} created`}
      dismissible
      dismissAriaLabel="Hide the key"
      onDismiss={onClose}
    >
      {!copied && <NotCopiedWarning urlParams={urlParams} />}
      <SpaceBetween size="s">
        <Box color="inherit">
          Copy it now and store it like a password: it is not stored here and is never shown again.
        </Box>
        <Copy
          variant="button"
          text={created.api_key_secret}
          subject="API key"
          onCopied={onCopied}
        />
        <Example text={exampleCall(created.api_key_secret)} onCopied={onCopied} />
      </SpaceBetween>
    </Alert>
  );
};
