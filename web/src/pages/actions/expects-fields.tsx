import { TextField } from '#web/components/text-field.tsx';
import type { ActionForm } from './action-fields.tsx';

/**
 * The value that a response must contain, for systems that respond to failures with a success
 * status.
 */
export const ExpectsFields = ({ form }: { form: ActionForm }) => {
  const { expects } = form.values;
  const field = (name: keyof typeof expects) => ({
    value: expects[name],
    onChange: (value: string) => form.set('expects', { ...expects, [name]: value }),
    onBlur: () => form.touch(`call.expects.${name}`),
    error: form.errorOf(`call.expects.${name}`),
  });
  return (
    <>
      <TextField
        label={
          <>
            Expected at <i>- optional</i>
          </>
        }
        constraint="JSON pointer into the response, such as /ok. Default: any response will do."
        {...field('at')}
      />
      <TextField
        label={
          <>
            Expected value <i>- optional</i>
          </>
        }
        constraint="A text, a number, true, false or null. The action fails if it differs."
        {...field('is')}
      />
      <TextField
        label={
          <>
            Reason at <i>- optional</i>
          </>
        }
        constraint="JSON pointer to the error message in the response, such as /error."
        {...field('why')}
      />
    </>
  );
};
