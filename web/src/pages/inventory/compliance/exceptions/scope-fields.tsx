import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RuleResource, RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import {
  type ExceptionScope,
  exceptionScope,
} from '#lib/domain/compliance/exceptions/exception.schema.ts';
import { counted } from '#lib/kernel/text.ts';
import { AccountSelect } from '../../account-select.tsx';

type Kind = ExceptionScope['kind'];

/** What was chosen so far. */
export type ScopeDraft = { kind: Kind; key: string; value: string; integration_id: string };

export const newScopeDraft = (chosen: readonly RuleResource[], account = ''): ScopeDraft => ({
  kind: chosen.length > 0 ? 'resource' : 'tag',
  key: '',
  value: '',
  integration_id: account,
});

/** The exceptions that are meant; a sentence where one is not whole. */
export const scopesOf = (
  { kind, key, value, integration_id }: ScopeDraft,
  chosen: readonly RuleResource[],
): ExceptionScope[] | string => {
  if (kind === 'resource') {
    return chosen.map(({ integration_id: at, uid }) => ({
      kind,
      integration_id: at,
      resource: uid,
    }));
  }
  if (kind === 'integration') {
    return integration_id === '' ? 'Choose an account.' : [{ kind, integration_id }];
  }
  const parsed = exceptionScope.safeParse({ kind, key, value });
  return parsed.data ? [parsed.data] : (parsed.error?.issues[0]?.message ?? '');
};

type Props = {
  rule: RuleRow;
  chosen: readonly RuleResource[];
  draft: ScopeDraft;
  /** What is missing, once somebody has tried. */
  problem: string | undefined;
  onChange: (patch: Partial<ScopeDraft>) => void;
};

const Tag = ({ draft, problem, onChange }: Omit<Props, 'rule' | 'chosen'>) => (
  <SpaceBetween size="m">
    <FormField label="Tag" description="Tag key, case-sensitive." errorText={problem}>
      <Input value={draft.key} onChange={({ detail }) => onChange({ key: detail.value })} />
    </FormField>
    <FormField label="Value of the tag" description="Must match exactly.">
      <Input value={draft.value} onChange={({ detail }) => onChange({ value: detail.value })} />
    </FormField>
  </SpaceBetween>
);

const Account = ({ rule, draft, problem, onChange }: Omit<Props, 'chosen'>) => (
  <FormField label="Account" errorText={problem}>
    <AccountSelect
      type={rule.integration_type}
      placeholder="Choose an account"
      chosen={draft.integration_id}
      onChange={(integration_id) => onChange({ integration_id })}
    />
  </FormField>
);

/** What is to be accepted of what a rule finds: resources, a tag, or an account. */
export const ScopeFields = (props: Props) => {
  const { chosen, draft, onChange } = props;
  const items = [
    {
      value: 'resource',
      label:
        chosen.length === 0 ? 'Selected resources' : counted(chosen.length, 'selected resource'),
      disabled: chosen.length === 0,
    },
    { value: 'tag', label: 'Resources with a tag' },
    { value: 'integration', label: 'Everything in an account' },
  ];
  const kinds: readonly Kind[] = ['resource', 'tag', 'integration'];
  return (
    <SpaceBetween size="m">
      <FormField label="What is accepted">
        <RadioGroup
          items={items}
          value={draft.kind}
          onChange={({ detail }) => {
            const kind = kinds.find((one) => one === detail.value);
            if (kind) onChange({ kind });
          }}
        />
      </FormField>
      {draft.kind === 'tag' && <Tag {...props} />}
      {draft.kind === 'integration' && <Account {...props} />}
    </SpaceBetween>
  );
};
