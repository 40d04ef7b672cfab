import { useMutation } from '@tanstack/react-query';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReadResult } from '#lib/domain/executions/execution.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { executions } from '#web/api/executions.ts';
import { failureText } from '#web/components/failure-text.ts';
import { saveFile } from '#web/components/files/save-file.ts';
import { type Place, wholeText } from './whole-output.ts';

type Props = { place: Place; first: ReadResult };

/** An output of more than 2 MB: a page that drew it would stand still, so it is a file. */
export const LargeOutput = ({ place, first }: Props) => {
  const file = useMutation<string, ApiError>({
    mutationFn: () => wholeText(executions.getNodeResult, place, first),
    onSuccess: (text) => saveFile(`${place.node_id}.json`, text),
  });
  return (
    <SpaceBetween size="xs">
      <Box variant="awsui-key-label">Output</Box>
      <Box>It is too large to be shown here.</Box>
      {file.error && <Alert type="error">{failureText(file.error)}</Alert>}
      <Button
        iconName="download"
        loading={file.isPending}
        loadingText="Loading output"
        onClick={() => file.mutate()}
      >
        Download
      </Button>
    </SpaceBetween>
  );
};
