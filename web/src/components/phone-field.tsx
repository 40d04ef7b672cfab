import FormField from '@cloudscape-design/components/form-field';
import Grid from '@cloudscape-design/components/grid';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { callingCodes } from './calling-codes.ts';
import type { ZodForm } from './use-zod-form.ts';

type Phone = { country_code: string; phone: string };

/** The part of a form that edits a phone number. */
type PhoneForm = {
  values: Phone;
  set: (name: keyof Phone, value: string) => void;
} & Pick<ZodForm<Phone, unknown>, 'touch' | 'errorOf'>;

/** The number of places shown in an option; the search matches all of them. */
const maxNamedPlaces = 3;

const descriptionOf = (places: readonly string[]): string => {
  const remaining = places.length - maxNamedPlaces;
  return (
    places.slice(0, maxNamedPlaces).join(', ') + (remaining > 0 ? ` and ${remaining} more` : '')
  );
};

const options = callingCodes.map(([value, text]) => {
  const places = text.split(', ');
  return { value, label: value, description: descriptionOf(places), filteringTags: places };
});

/** Fields for country code and number. */
export const PhoneField = ({ form }: { form: PhoneForm }) => {
  const { country_code: code, phone } = form.values;
  return (
    <Grid gridDefinition={[{ colspan: { default: 5, xs: 2 } }, { colspan: { default: 7, xs: 6 } }]}>
      <FormField stretch label="Country code" errorText={form.errorOf('country_code')}>
        <Select
          expandToViewport
          filteringType="auto"
          filteringAriaLabel="Find a country"
          filteringPlaceholder="Find a country"
          empty="No such country"
          options={options}
          selectedOption={
            options.find(({ value }) => value === code) ?? { value: code, label: code }
          }
          onBlur={() => form.touch('country_code')}
          onChange={({ detail }) => form.set('country_code', detail.selectedOption.value ?? code)}
        />
      </FormField>
      <FormField
        stretch
        label="Phone"
        constraintText="6 to 10 digits, without the country code."
        errorText={form.errorOf('phone')}
      >
        <Input
          inputMode="numeric"
          value={phone}
          onChange={({ detail }) => form.set('phone', detail.value)}
          onBlur={() => form.touch('phone')}
        />
      </FormField>
    </Grid>
  );
};
