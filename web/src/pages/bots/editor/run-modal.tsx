import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { readInput } from './run-input.ts';

type Props = {
  name: string;
  version: number;
  loading: boolean;
  onRun: (input: Record<string, unknown>) => void;
  onClose: () => void;
};

/** Asks for the input of a run by hand. */
export const RunModal = ({ name, version, loading, onRun, onClose }: Props) => {
  const [text, setText] = useState('{}');
  const [left, setLeft] = useState(false);
  const result = readInput(text);
  const submit = () => {
    setLeft(true);
    if ('input' in result) onRun(result.input);
  };
  return (
    <Modal
      visible
      header="Run bot"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween size="xs" direction="horizontal">
            <Button variant="link" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="primary" loading={loading} onClick={submit}>
              Run
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box>
          Runs version {version} of <Box variant="strong">{name}</Box> now.
        </Box>
        <FormField
          stretch
          label="Input"
          description="A JSON object. Expressions read it as $event."
          constraintText="Up to 32 KB."
          errorText={left && 'problem' in result ? result.problem : undefined}
        >
          <Textarea
            value={text}
            rows={8}
            spellcheck={false}
            onChange={({ detail }) => setText(detail.value)}
            onBlur={() => setLeft(true)}
          />
        </FormField>
      </SpaceBetween>
    </Modal>
  );
};
