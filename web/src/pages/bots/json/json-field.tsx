import FormField from '@cloudscape-design/components/form-field';
import { CodeText } from '../code/code-text.tsx';
import { useJsonText } from './use-json-text.ts';

type Props = {
  label: string;
  description?: string;
  height: number;
  value: unknown;
  /** Takes a value; answers what is wrong with it where it does not. */
  put: (value: unknown) => string | undefined;
};

/** A value edited as JSON. */
export const JsonField = ({ label, description, height, value, put }: Props) => {
  const { text, problem, change, leave } = useJsonText(value, put);
  return (
    <div onBlur={leave}>
      <FormField stretch label={label} description={description} errorText={problem}>
        <CodeText language="json" text={text} label={label} height={height} onChange={change} />
      </FormField>
    </div>
  );
};
