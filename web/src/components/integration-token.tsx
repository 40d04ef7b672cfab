import Token from '@cloudscape-design/components/token';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';

type Props = { id: string } & (
  | {
      /** `Show the bots of all integrations`. */
      dismissLabel: string;
      onDismiss: () => void;
    }
  // Something else lets go of it.
  | { dismissLabel?: never; onDismiss?: never }
);

/** The integration that a list is narrowed to, by its alias; by its id for who may not see it. */
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
