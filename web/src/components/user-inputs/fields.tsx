import './user-input.css';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { FormInput } from '#lib/domain/user-inputs/user-input.schema.ts';
import { constraintOf } from './constraint.ts';
import { Control } from './controls.tsx';
import type { Draft, Drafts } from './drafts.ts';

type Props = {
  inputs: readonly FormInput[];
  drafts: Drafts;
  readOnly: boolean;
  errorOf: (id: string) => string | undefined;
  onChange: (id: string, draft: Draft) => void;
  onLeave: (id: string) => void;
};

const labelOf = ({ type, label, required }: FormInput, readOnly: boolean) => {
  if (type === 'boolean') return undefined;
  return required || readOnly ? label : `${label} - optional`;
};

/** The fields of a form, generated from its inputs. */
export const Fields = ({ inputs, drafts, readOnly, errorOf, onChange, onLeave }: Props) => (
  <SpaceBetween size="l">
    {inputs.map((input) => (
      <FormField
        key={input.id}
        stretch={input.type === 'textarea' || input.type === 'json'}
        label={labelOf(input, readOnly)}
        constraintText={readOnly ? undefined : constraintOf(input)}
        errorText={errorOf(input.id)}
      >
        <Control
          input={input}
          draft={drafts[input.id]}
          readOnly={readOnly}
          onChange={(draft) => onChange(input.id, draft)}
          onBlur={() => onLeave(input.id)}
        />
      </FormField>
    ))}
  </SpaceBetween>
);
