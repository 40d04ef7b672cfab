import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RuleResource, RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import {
  type ExceptionScope,
  exceptionScope,
} from '#lib/domain/compliance/exceptions/exception.schema.ts';
import { formatCount, formatShortList } from '#lib/kernel/text.ts';
import { AccountSelect } from '../../account-select.tsx';

type Kind = ExceptionScope['kind'];

/** The current input. */
export type ScopeDraft = { kind: Kind; key: string; value: string; integration_id: string };

export const newScopeDraft = (chosen: readonly RuleResource[], account = ''): ScopeDraft => ({
  kind: chosen.length > 0 ? 'resource' : 'tag',
  key: '',
  value: '',
  integration_id: account,
});

/** What is missing, by its field. */
type Problems = Partial<Record<Exclude<keyof ScopeDraft, 'kind'>, string>>;

type ScopesResult = { scopes: ExceptionScope[] } | { scopes?: never; problems: Problems };

/** The scopes of the exceptions, or what is missing. */
export const scopesOf = (
  { kind, key, value, integration_id }: ScopeDraft,
  chosen: readonly RuleResource[],
): ScopesResult => {
  if (kind === 'resource') {
    const scopes = chosen.map(({ integration_id: at, uid }) => ({
      kind,
      integration_id: at,
      resource: uid,
    }));
    return { scopes };
  }
  if (kind === 'integration') {
    if (integration_id !== '') return { scopes: [{ kind, integration_id }] };
    return { problems: { integration_id: 'Choose an account.' } };
  }
  const { data, error } = exceptionScope.safeParse({ kind, key, value });
  if (data) return { scopes: [data] };
  const byField = error.issues.map(({ path, message }) => [path.join('.'), message]);
  return { problems: Object.fromEntries(byField) as Problems };
};

/** Characters: resources beyond that are counted. */
const maxNamesLength = 300;

type Props = {
  rule: RuleRow;
  chosen: readonly RuleResource[];
  draft: ScopeDraft;
  /** What is missing, after the first attempt. */
  problems: Problems;
  onChange: (patch: Partial<ScopeDraft>) => void;
};

const TagFields = ({ draft, problems, onChange }: Omit<Props, 'rule' | 'chosen'>) => (
  <SpaceBetween size="m">
    <FormField label="Tag" description="Tag key, case-sensitive." errorText={problems.key}>
      <Input value={draft.key} onChange={({ detail }) => onChange({ key: detail.value })} />
    </FormField>
    <FormField
      label="Value of the tag"
      description="Must match exactly; it may be empty."
      errorText={problems.value}
    >
      <Input value={draft.value} onChange={({ detail }) => onChange({ value: detail.value })} />
    </FormField>
  </SpaceBetween>
);

const Account = ({ rule, draft, problems, onChange }: Omit<Props, 'chosen'>) => (
  <FormField label="Account" errorText={problems.integration_id}>
    <AccountSelect
      type={rule.integration_type}
      placeholder="Choose an account"
      selectedId={draft.integration_id}
      onChange={(integration_id) => onChange({ integration_id })}
    />
  </FormField>
);

/** The findings of a rule to accept: of resources, a tag, or an account. */
export const ScopeFields = (props: Props) => {
  const { chosen, draft, onChange } = props;
  const items = [
    {
      value: 'resource',
      label:
        chosen.length === 0
          ? 'Selected resources'
          : formatCount(chosen.length, 'selected resource'),
      disabled: chosen.length === 0,
      description:
        chosen.length === 0
          ? 'Select resources in the list first.'
          : formatShortList(
              chosen.map(({ uid }) => uid),
              maxNamesLength,
            ),
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
      {draft.kind === 'tag' && <TagFields {...props} />}
      {draft.kind === 'integration' && <Account {...props} />}
    </SpaceBetween>
  );
};
