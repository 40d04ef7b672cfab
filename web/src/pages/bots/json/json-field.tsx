import { Suspense } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import { Loading } from '#web/components/loading.tsx';
import { part } from '#web/components/part.tsx';
import { useJsonText } from './use-json-text.ts';

const JsonCodeEditor = part(async () => (await import('./json-code-editor.tsx')).JsonCodeEditor);

type Props = {
  label: string;
  description?: string;
  height: number;
  value: unknown;
  /** Takes a value; answers what is wrong with it where it does not. */
  put: (value: unknown) => string | undefined;
};

/** A value edited as JSON; the editor's code is fetched when one is shown first. */
export const JsonField = ({ label, description, height, value, put }: Props) => {
  const { text, problem, change, leave } = useJsonText(value, put);
  return (
    <div onBlur={leave}>
      <FormField stretch label={label} description={description} errorText={problem}>
        <Suspense fallback={<Loading text="Loading editor" />}>
          <JsonCodeEditor text={text} label={label} height={height} onChange={change} />
        </Suspense>
      </FormField>
    </div>
  );
};
