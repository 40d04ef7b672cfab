import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { errorText } from '#web/api/api-error.ts';
import { flash } from '#web/app/flash.tsx';
import { JsonField } from '#web/components/json/json-field.tsx';
import { createPinHandler, pinProblem } from './pin.ts';
import type { Sample } from './sample.ts';

type Props = {
  node: GraphNode;
  /** The chosen data, and its name: the node's output in a run can be pinned. */
  sample: { of: Sample; name: string } | undefined;
  onPin: (output: GraphNode['pinned']) => void;
};

const PinFromRunButton = ({ node, sample, onPin }: Props) => {
  const [isPending, setPending] = useState(false);
  const pin = createPinHandler(onPin);
  const readOutput = sample?.of.outputs.get(node.name);
  if (!sample || !readOutput) return null;
  const pinOutput = async () => {
    setPending(true);
    try {
      pin(await readOutput());
    } catch (error) {
      flash.error('The data was not pinned.', { id: 'pin', content: errorText(error) });
    }
    setPending(false);
  };
  return (
    <Button loading={isPending} onClick={() => void pinOutput()}>
      Pin output from {sample.name}
    </Button>
  );
};

/** The pinned output of a node for trials of a draft: can be set, edited and removed. */
export const PinnedData = (props: Props) => {
  const { node, onPin } = props;
  const applyOutput = (output: unknown): string | undefined => {
    const problem = pinProblem(output);
    if (!problem) onPin({ output });
    return problem;
  };
  return (
    <SpaceBetween size="s">
      <Header
        variant="h3"
        actions={
          node.pinned ? (
            <Button onClick={() => onPin(undefined)}>Unpin</Button>
          ) : (
            <Button onClick={() => onPin({ output: {} })}>Pin data</Button>
          )
        }
      >
        Pinned data
      </Header>
      <Box color="text-body-secondary">
        Used in place of this node's output in manual runs that ask for it. Triggered runs never use
        it.
      </Box>
      <PinFromRunButton {...props} />
      {node.pinned && (
        <JsonField
          label="Pinned output"
          height={200}
          value={node.pinned.output}
          applyValue={applyOutput}
        />
      )}
    </SpaceBetween>
  );
};
