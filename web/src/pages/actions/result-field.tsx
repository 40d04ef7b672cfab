import { TextField } from '#web/components/text-field.tsx';
import { fieldOf } from '#web/components/use-zod-form.ts';
import type { ActionForm } from './action-fields.tsx';

/** The path of the action's result in the response. */
export const ResultField = ({ form, example }: { form: ActionForm; example: string }) => (
  <TextField
    label={
      <>
        Result <i>- optional</i>
      </>
    }
    constraint={`JSON pointer into the response, such as ${example}. Default: the whole response.`}
    {...fieldOf(form, 'result')}
    onBlur={() => form.touch('call.result')}
    error={form.errorOf('call.result')}
  />
);
