import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import FormField from '@cloudscape-design/components/form-field';
import { maxAdditionalHeaders as most } from '#lib/domain/listeners/listener.schema.ts';
import { rowInput } from '#web/components/text-field.tsx';
import type { AuthInput, ListenerForm } from './listener-form.ts';

type Header = { name: string; value: string };

type Props = {
  auth: Exclude<AuthInput, { auth_type: 'secret_in_query' }>;
  form: ListenerForm;
};

const pathOf = (index: number, key: keyof Header) =>
  `auth_configs.headers.additional_headers.${index}.${key}`;

/** Text typed into the mask of a stored value replaces the mask. */
const withoutMask = (value: string): string => value.replaceAll('•', '');

/** Additional headers that each call must contain, with exactly these values. */
export const AdditionalHeaders = ({ auth, form }: Props) => {
  const headers = auth.headers.additional_headers ?? [];
  const setHeaders = (additional_headers: Header[]) =>
    form.set('auth_configs', { ...auth, headers: { ...auth.headers, additional_headers } });
  const column = (key: keyof Header, label: string) => ({
    label,
    errorText: (_header: Header, index: number) => form.errorOf(pathOf(index, key)),
    control: (header: Header, index: number) =>
      rowInput({
        label: `${label} of header ${index + 1}`,
        value: header[key],
        onBlur: () => form.touch(pathOf(index, key)),
        onChange: (value) =>
          setHeaders(headers.with(index, { ...header, [key]: withoutMask(value) })),
      }),
  });
  return (
    <FormField
      stretch
      label={
        <>
          Additional headers <i>- optional</i>
        </>
      }
      description={
        'Additional headers that each call must carry, with exactly these values. ' +
        'A saved value is not shown again.'
      }
    >
      <AttributeEditor
        items={headers}
        definition={[column('name', 'Name'), column('value', 'Value')]}
        empty="No additional headers"
        addButtonText="Add header"
        removeButtonText="Remove"
        disableAddButton={headers.length >= most}
        additionalInfo={`At most ${most} headers.`}
        onAddButtonClick={() => setHeaders([...headers, { name: '', value: '' }])}
        onRemoveButtonClick={({ detail }) => setHeaders(headers.toSpliced(detail.itemIndex, 1))}
      />
    </FormField>
  );
};
