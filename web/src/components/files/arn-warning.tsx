import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';

/** ARNs that stay in a file: the user who shares it has to check them. */
export const ArnWarning = ({ arns }: { arns: readonly string[] }) =>
  arns.length > 0 && (
    <Alert type="warning" header="ARNs inside longer texts remain">
      <SpaceBetween size="xs">
        <Box>They contain account IDs. Check them before you share this file.</Box>
        <ul>
          {arns.map((arn) => (
            <li key={arn}>
              <Box variant="code">{arn}</Box>
            </li>
          ))}
        </ul>
      </SpaceBetween>
    </Alert>
  );
