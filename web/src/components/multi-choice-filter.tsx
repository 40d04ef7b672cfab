import Multiselect from '@cloudscape-design/components/multiselect';

type Props = {
  /** The label of the choice, for screen readers. */
  label: string;
  /** The text for no choice: `Any status`. */
  all: string;
  values: readonly string[];
  labelOf?: (value: string) => string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Several of a few values, or all of them: for the filter of a list. */
export const MultiChoiceFilter = ({
  label,
  all,
  values,
  labelOf = (one) => one,
  ...props
}: Props) => {
  const options = values.map((value) => ({ value, label: labelOf(value) }));
  return (
    <div className="choices">
      <Multiselect
        ariaLabel={label}
        placeholder={all}
        inlineTokens
        options={options}
        selectedOptions={options.filter(({ value }) => props.chosen.includes(value))}
        onChange={({ detail }) =>
          props.onChange(detail.selectedOptions.flatMap(({ value }) => value ?? []))
        }
      />
    </div>
  );
};
