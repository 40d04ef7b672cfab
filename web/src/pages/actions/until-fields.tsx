import { TextField } from '#web/components/text-field.tsx';
import type { ActionForm } from './action-fields.tsx';
import { optionalLabel } from './optional-label.tsx';

type Props = { form: ActionForm };

/** The state until which an AWS call is repeated. */
export const UntilFields = ({ form }: Props) => {
  const { until } = form.values;
  const field = (name: keyof typeof until, path: string = name) => ({
    value: until[name],
    onChange: (value: string) => form.set('until', { ...until, [name]: value }),
    onBlur: () => form.touch(`call.until.${path}`),
    error: form.errorOf(`call.until.${path}`),
  });
  const stateField = field('is');
  return (
    <>
      <TextField
        label={optionalLabel('Until state is')}
        constraint="The call is repeated until the state is this. Use {name} for a parameter."
        {...stateField}
        error={stateField.error ?? form.errorOf('call.until')}
      />
      <TextField
        label={optionalLabel('State')}
        constraint="JSON pointer into the response, such as /DBInstances/0/DBInstanceStatus."
        {...field('at')}
      />
      <TextField
        label={optionalLabel('Seconds between calls')}
        constraint="From 1 to 60 at first; later intervals are longer. Default: 5."
        {...field('every', 'every_seconds')}
      />
    </>
  );
};

/** The permissions that an AWS call needs in addition to its own. */
export const AlsoField = ({ form }: Props) => {
  const { also } = form.values;
  const itemErrors = also.split(',').map((_, index) => form.errorOf(`call.also.${index}`));
  return (
    <TextField
      label={optionalLabel('Further permissions')}
      constraint="What the call needs besides its own, separated by commas, such as kms:Decrypt."
      value={also}
      onChange={(value) => form.set('also', value)}
      onBlur={() => form.touch('call.also')}
      error={form.errorOf('call.also') ?? itemErrors.find((error) => error !== undefined)}
    />
  );
};
