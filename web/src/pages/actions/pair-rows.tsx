import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import FormField from '@cloudscape-design/components/form-field';
import { rowInput } from '#web/components/text-field.tsx';
import type { Pair } from './action-draft.ts';

type Props = {
  label: string;
  /** The noun for one of them: `header`. */
  subject: string;
  description?: string;
  pairs: Pair[];
  error: string | undefined;
  onChange: (pairs: Pair[]) => void;
  onBlur: () => void;
};

/** Names with values, one pair per row. */
export const PairRows = ({
  label,
  subject,
  description,
  pairs,
  error,
  onChange,
  onBlur,
}: Props) => {
  const column = (key: keyof Pair, name: string) => ({
    label: name,
    control: (pair: Pair, index: number) =>
      rowInput({
        label: `${name} of ${subject} ${index + 1}`,
        value: pair[key],
        onBlur,
        onChange: (value) => onChange(pairs.with(index, { ...pair, [key]: value })),
      }),
  });
  return (
    <FormField
      stretch
      label={
        <>
          {label} <i>- optional</i>
        </>
      }
      description={description}
      errorText={error}
    >
      <AttributeEditor
        items={pairs}
        definition={[column('name', 'Name'), column('value', 'Value')]}
        empty="None"
        addButtonText={`Add ${subject}`}
        removeButtonText="Remove"
        onAddButtonClick={() => onChange([...pairs, { name: '', value: '' }])}
        onRemoveButtonClick={({ detail }) => onChange(pairs.toSpliced(detail.itemIndex, 1))}
      />
    </FormField>
  );
};
