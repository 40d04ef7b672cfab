import { Suspense } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type * as z from 'zod';
import type { createdApiKey } from '#lib/domain/api-keys/api-key.schema.ts';
import { connection } from '#web/api/connection.ts';
import { Copy } from '#web/components/copy.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';

export type CreatedKey = z.infer<typeof createdApiKey>;

const LazyShellCode = lazyPart(
  async () => (await import('#web/components/code/code-view.tsx')).ShellCode,
);

const exampleCall = (secret: string): string => {
  const { href } = new URL(`${connection().apiUrl}/users/me`, window.location.href);
  return [`API_KEY='${secret}'`, `curl -H "Authorization: $API_KEY" '${href}'`].join('\n');
};

const Example = ({ text }: { text: string }) => (
  <Suspense fallback={<Box variant="code">{text}</Box>}>
    <LazyShellCode text={text} what="example call" />
  </Suspense>
);

/** A key that was just created: the only time that anybody sees it. */
export const NewKey = ({ created, onClose }: { created: CreatedKey; onClose: () => void }) => (
  <Alert
    type="success"
    header={`API key ${created.name} created`}
    dismissible
    dismissAriaLabel="Hide the key"
    onDismiss={onClose}
  >
    <SpaceBetween size="s">
      <Box color="inherit">
        Copy it now and keep it as you keep a password: it is not stored here, and is never shown
        again.
      </Box>
      <Copy variant="button" text={created.api_key_secret} what="API key" />
      <Example text={exampleCall(created.api_key_secret)} />
    </SpaceBetween>
  </Alert>
);
