import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { Copy } from '#web/components/copy.tsx';

type AddressedListener = Pick<ListenerView, 'webhook_url' | 'auth_configs'>;

/**
 * The name of the query parameter that must contain the secret, if the address lacks it: secrets
 * are known only once.
 */
const missingParameter = ({
  webhook_url,
  auth_configs: auth,
}: AddressedListener): string | undefined => {
  if (auth.auth_type !== 'secret_in_query') return undefined;
  const { param_name: name } = auth.query_param;
  return new URL(webhook_url).searchParams.has(name) ? undefined : name;
};

/** The webhook address; tells what is missing if the secret is part of it. */
export const WebhookAddress = ({ listener }: { listener: AddressedListener }) => {
  const missingName = missingParameter(listener);
  return (
    <SpaceBetween size="xxs">
      <Copy text={listener.webhook_url} subject="webhook URL" />
      {missingName !== undefined && (
        <Box variant="small" color="text-body-secondary">
          The secret is missing: add <code>?{missingName}=</code> and the secret. If it is lost,
          rotate it.
        </Box>
      )}
    </SpaceBetween>
  );
};
