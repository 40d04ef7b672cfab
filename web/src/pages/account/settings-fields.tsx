import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import { browserZone } from '#lib/domain/users/user.schema.ts';
import { useChangeSettings } from '#web/app/settings.ts';
import { appearanceNames, densities, themes, useDensity, useTheme } from '#web/app/theme.ts';
import { Time, useTimeZone } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';

const detectedTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const zones = [
  { value: browserZone, label: 'As this browser', description: detectedTimeZone },
  ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map(
    (value) => ({ value, label: value.replaceAll('_', ' ') }),
  ),
];

const optionsOf = <T extends keyof typeof appearanceNames>(values: readonly T[]) =>
  values.map((value) => ({ value, label: appearanceNames[value] }));

type ChoiceProps<T extends string> = {
  label: string;
  options: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
};

const Choice = <T extends string>({ label, options, value, onChange }: ChoiceProps<T>) => (
  <FormField label={label}>
    <Select
      options={options}
      selectedOption={options.find((option) => option.value === value) ?? null}
      onChange={({ detail }) => {
        const newOption = options.find((option) => option.value === detail.selectedOption.value);
        if (newOption) onChange(newOption.value);
      }}
    />
  </FormField>
);

const ZoneField = () => {
  const zone = useTimeZone();
  const change = useChangeSettings();
  const now = new Date(useNow()).toISOString();
  return (
    <FormField label="Time zone" constraintText={<Time at={now} />}>
      <Select
        expandToViewport
        filteringType="auto"
        filteringAriaLabel="Find a time zone"
        filteringPlaceholder="Find a time zone"
        virtualScroll
        options={zones}
        selectedOption={zones.find(({ value }) => value === zone) ?? { value: zone, label: zone }}
        onChange={({ detail }) => change({ time_zone: detail.selectedOption.value ?? browserZone })}
      />
    </FormField>
  );
};

/** The user's preferences, for all browsers. A change applies at once. */
export const Settings = () => {
  const theme = useTheme();
  const density = useDensity();
  const change = useChangeSettings();
  return (
    <Container
      header={
        <Header variant="h2" description="They apply at once, in every browser you use.">
          Settings
        </Header>
      }
    >
      <ColumnLayout columns={3}>
        <ZoneField />
        <Choice
          label="Theme"
          options={optionsOf(themes)}
          value={theme}
          onChange={(value) => change({ theme: value })}
        />
        <Choice
          label="Density"
          options={optionsOf(densities)}
          value={density}
          onChange={(value) => change({ density: value })}
        />
      </ColumnLayout>
    </Container>
  );
};
