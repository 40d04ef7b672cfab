import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import { CodeText } from '#web/components/code/code-text.tsx';
import { type UnfinishedStore, useJsonText } from './use-json-text.ts';

type Props = {
  label: string;
  description?: string;
  height: number;
  value: unknown;
  /** Takes a value; returns what is wrong with it, or undefined if it was accepted. */
  applyValue: (value: unknown) => string | undefined;
  /** Where a text that gave no value is kept. */
  unfinishedStore?: UnfinishedStore;
};

/** A value edited as JSON. */
export const JsonField = ({
  label,
  description,
  height,
  value,
  applyValue,
  unfinishedStore,
}: Props) => {
  const { text, problem, change, leave, discard } = useJsonText(value, applyValue, unfinishedStore);
  return (
    <div onBlur={leave}>
      <FormField stretch label={label} description={description} errorText={problem}>
        <CodeText language="json" text={text} label={label} height={height} onChange={change} />
      </FormField>
      {unfinishedStore && problem !== undefined && (
        <Button onClick={discard}>Discard what I typed</Button>
      )}
    </div>
  );
};
