import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { Problem } from '#lib/domain/bots/bot.schema.ts';

type Props = {
  warnings: readonly Problem[];
  onJump: (nodeId: string) => void;
  /** Opens the settings of the bot itself; undefined if it is read-only. */
  onSettings?: (() => void) | undefined;
};

/** Likely problems that do not prevent a run; each links to its node. */
export const WarningList = ({ warnings, onJump, onSettings }: Props) => {
  if (warnings.length === 0) return null;
  return (
    <Alert type="warning" header="Warnings">
      <ul className="bot-issue-list">
        {warnings.map(({ node_id, message }) => (
          <li key={`${node_id} ${message}`}>
            {message}{' '}
            {node_id !== undefined && (
              <Button variant="inline-link" onClick={() => onJump(node_id)}>
                Show
              </Button>
            )}
            {node_id === undefined && onSettings && (
              <Button variant="inline-link" onClick={onSettings}>
                Bot settings
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
};
