import Select from '@cloudscape-design/components/select';

type Props<T extends string> = {
  /** The label of the choice, for screen readers. */
  label: string;
  /** The option for no choice: `Any status`. */
  all: string;
  values: readonly T[];
  labelOf?: (value: T) => string;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
};

/** One of a few values, or all of them: for the filter of a list. */
export const ChoiceFilter = <T extends string>(props: Props<T>) => {
  const { label, all, values, labelOf = (value) => value, value, onChange } = props;
  const allOption = { value: '', label: all };
  const options = [allOption, ...values.map((one) => ({ value: one, label: labelOf(one) }))];
  return (
    <Select
      ariaLabel={label}
      options={options}
      selectedOption={options.find((option) => option.value === value) ?? allOption}
      onChange={({ detail }) => onChange(values.find((one) => one === detail.selectedOption.value))}
    />
  );
};
