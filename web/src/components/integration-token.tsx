import Token from '@cloudscape-design/components/token';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';

type Props = { id: string } & (
  | {
      /** `Show the bots of all integrations`. */
      dismissLabel: string;
      onDismiss: () => void;
    }
  // The filter is removed elsewhere.
  | { dismissLabel?: never; onDismiss?: never }
);

/**
 * The integration that a list is filtered by, by its alias; by its id for users who may not see it.
 */
export const IntegrationToken = ({ id, ...dismissed }: Props) => {
  const { data } = useCall(integrations.getIntegration, { accountId: id });
  return (
    <Token
      variant="inline"
      label={`Integration: ${data?.alias ?? id}`}
      {...dismissed}
    />
  );
};
