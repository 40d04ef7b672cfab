import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';

type Props = {
  label: string;
  chosen: { file: File; refusal?: string | undefined } | undefined;
  error?: string | undefined;
  /** Called with undefined when the file is removed. */
  onChange: (file: File | undefined) => void;
};

/** A field for one JSON or YAML file from this computer. */
export const FileField = ({ label, chosen, error, onChange }: Props) => (
  <FormField label={label} description="A JSON or YAML file created by Export." errorText={error}>
    <FileUpload
      accept=".json,.yaml,.yml"
      value={chosen ? [chosen.file] : []}
      fileErrors={chosen?.refusal ? [chosen.refusal] : []}
      showFileSize
      constraintText="One file, 1 MiB at most."
      i18nStrings={{
        uploadButtonText: () => 'Choose file',
        dropzoneText: () => 'Drop the file here',
        removeFileAriaLabel: (_, name) => `Remove ${name}`,
        errorIconAriaLabel: 'Error',
      }}
      onChange={({ detail }) => onChange(detail.value[0])}
    />
  </FormField>
);
