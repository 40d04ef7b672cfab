import { useMutation } from '@tanstack/react-query';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TextPart } from '#lib/kernel/response-size.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { failureText } from '#web/components/failure-text.ts';
import { saveFile } from '#web/components/files/save-file.ts';
import { type ReadPart, readWholeText } from './whole-text.ts';

type Props = {
  title: string;
  /** Name of the file, without its extension. */
  name: string;
  first: TextPart;
  readPart: ReadPart;
};

/**
 * A value that the server returns in parts: rendering it would block the page, so it is offered as
 * a file.
 */
export const LargeValue = ({ title, name, first, readPart }: Props) => {
  const file = useMutation<string, ApiError>({
    mutationFn: () => readWholeText(first, readPart),
    onSuccess: (text) => saveFile(`${name}.json`, text),
  });
  return (
    <SpaceBetween size="xs">
      <Box variant="awsui-key-label">{title}</Box>
      <Box>It is too large to be shown here.</Box>
      {file.error && <Alert type="error">{failureText(file.error)}</Alert>}
      <Button
        iconName="download"
        loading={file.isPending}
        loadingText={`Loading ${title.toLowerCase()}`}
        onClick={() => file.mutate()}
      >
        Download
      </Button>
    </SpaceBetween>
  );
};
