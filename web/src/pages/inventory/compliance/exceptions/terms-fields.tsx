import DatePicker from '@cloudscape-design/components/date-picker';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { expiryProblem } from '#lib/domain/compliance/exceptions/exception.rules.ts';
import {
  type ExceptionTerms,
  exceptionTerms,
} from '#lib/domain/compliance/exceptions/exception.schema.ts';
import { TextField } from '#web/components/text-field.tsx';
import { fieldOf, useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';

/** The server's clock decides; this check gives the error earlier. */
const termsForm = exceptionTerms.check((context) => {
  const message = expiryProblem(context.value, Date.now());
  if (message === undefined) return;
  context.issues.push({ code: 'custom', message, path: ['expires_on'], input: context.value });
});

export type TermsForm = ZodForm<ExceptionTerms, ExceptionTerms>;

export const useTermsForm = (initial: ExceptionTerms): TermsForm => useZodForm(termsForm, initial);

const isoDay = (date: Date): string => {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};

const isAllowedExpiry = (date: Date): boolean =>
  expiryProblem({ expires_on: isoDay(date) }, Date.now()) === undefined;

/** The reason, owner and expiry of an exception. */
export const TermsFields = ({ form }: { form: TermsForm }) => {
  const { fieldsRef } = form;
  const reason = fieldOf(form, 'reason');
  const expires = fieldOf(form, 'expires_on');
  return (
    <div ref={fieldsRef}>
      <SpaceBetween size="m">
        <FormField
          label="Reason"
          description="Replaces the rule's message on the finding."
          errorText={reason.error}
        >
          <Textarea
            value={reason.value}
            rows={3}
            onChange={({ detail }) => reason.onChange(detail.value)}
            onBlur={reason.onBlur}
          />
        </FormField>
        <TextField
          label="Owner"
          description="The person or team responsible for it."
          {...fieldOf(form, 'owner')}
        />
        <FormField
          label="Last day - optional"
          description="The finding is reported again after this day (UTC). Empty: no expiry."
          constraintText="At most one year from now."
          errorText={expires.error}
        >
          <DatePicker
            value={expires.value ?? ''}
            placeholder="YYYY-MM-DD"
            format="iso"
            expandToViewport
            isDateEnabled={isAllowedExpiry}
            openCalendarAriaLabel={(selectedDay) =>
              selectedDay === null
                ? 'Choose the last day'
                : `Choose the last day, ${selectedDay} is chosen`
            }
            onChange={({ detail }) => expires.onChange(detail.value || undefined)}
            onBlur={expires.onBlur}
          />
        </FormField>
      </SpaceBetween>
    </div>
  );
};
