import { useEffect, useRef } from 'react';
import type * as z from 'zod';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { categories, importances } from '#lib/domain/bots/bot.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';
import { botDetails, type BotDetails } from '../document/details.ts';
import { notSavedText } from './not-saved.ts';
import { RunBoundsSection } from './run-bounds.tsx';

type Props = {
  details: BotDetails;
  /** Undefined before the first save. */
  botId?: string | undefined;
  title: string;
  confirm: string;
  loading: boolean;
  /** Why the bot was not saved. */
  failure: string | undefined;
  /** `refuse` shows the server's errors at their fields. */
  onConfirm: (details: BotDetails, refuse: (error: ApiError) => void) => void;
  onClose: () => void;
};

type DetailsForm = ZodForm<z.input<typeof botDetails>, BotDetails>;

const Choice = <K extends 'category' | 'importance'>({
  form,
  name,
  label,
  options,
}: {
  form: DetailsForm;
  name: K;
  label: string;
  options: readonly BotDetails[K][];
}) => (
  <FormField label={label} errorText={form.errorOf(name)}>
    <Select
      options={options.map((value) => ({ value, label: value }))}
      selectedOption={{ value: form.values[name] ?? '', label: form.values[name] ?? '' }}
      onChange={({ detail }) => {
        const chosen = options.find((value) => value === detail.selectedOption.value);
        if (chosen) form.set(name, chosen);
      }}
    />
  </FormField>
);

type FieldsProps = Pick<Props, 'botId'> & { form: DetailsForm; onEnter: () => void };

const Fields = ({ form, botId, onEnter }: FieldsProps) => {
  const { fieldsRef } = form;
  const name = useRef<InputProps.Ref>(null);
  useEffect(() => {
    // After the dialog has moved the focus to its first button.
    const timer = setTimeout(() => name.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={fieldsRef}>
      <SpaceBetween size="l">
        <FormField
          label="Name"
          constraintText="3 to 100 letters, digits, hyphens and spaces."
          errorText={form.errorOf('name')}
        >
          <Input
            ref={name}
            value={form.values.name}
            onChange={({ detail }) => form.set('name', detail.value)}
            onBlur={() => form.touch('name')}
            onKeyDown={({ detail }) => {
              if (detail.key === 'Enter') onEnter();
            }}
          />
        </FormField>
        <FormField label="Description - optional" errorText={form.errorOf('description')}>
          <Textarea
            rows={4}
            value={form.values.description ?? ''}
            onChange={({ detail }) => form.set('description', detail.value)}
          />
        </FormField>
        <Choice form={form} name="category" label="Category" options={categories} />
        <Choice form={form} name="importance" label="Importance" options={importances} />
        <RunBoundsSection
          bounds={form.values.settings ?? {}}
          botId={botId}
          problem={form.errorOf('settings')}
          errorOf={(path) => form.errorOf(`settings.${path}`)}
          onLeave={(path) => form.touch(`settings.${path}`)}
          onChange={(settings) => form.set('settings', settings)}
        />
      </SpaceBetween>
    </div>
  );
};

/** Name, description, category and importance of a bot, and the limits of its runs. */
export const DetailsModal = (props: Props) => {
  const { details, title, confirm, loading, failure, onConfirm, onClose } = props;
  const form: DetailsForm = useZodForm(botDetails, details);
  const submit = () => {
    if (!loading) form.submit((output) => onConfirm(output, form.refuse));
  };
  return (
    <Dialog
      title={title}
      actions={
        <Button variant="primary" loading={loading} onClick={submit}>
          {confirm}
        </Button>
      }
      // After the first save, the dialog only changes the draft, even while a save is in progress.
      busy={loading && props.botId === undefined}
      onClose={onClose}
    >
      <SpaceBetween size="l">
        {failure && (
          <Alert type="error" header={notSavedText}>
            {failure}
          </Alert>
        )}
        <Fields form={form} botId={props.botId} onEnter={submit} />
      </SpaceBetween>
    </Dialog>
  );
};
