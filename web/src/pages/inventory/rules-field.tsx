import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import type { ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import { searchRule } from '#lib/domain/inventory/search/query.schema.ts';
import { JsonField } from '#web/components/json/json-field.tsx';
import { RuleGroup } from './rule-group.tsx';
import type { SearchForm } from './use-search-form.ts';

/** The initial JSON, without any rules. */
const noRules = z.strictObject({ all: z.array(z.never()).length(0) });

type Props = { form: SearchForm; columns: readonly ResourceColumn[] };

const AsJson = ({ form }: Pick<Props, 'form'>) => (
  <JsonField
    label="Rules as JSON"
    description='A rule, or {"all": […]} and {"any": […]} of several, up to four levels deep.'
    height={220}
    value={form.json}
    applyValue={(value) => {
      const emptyRules = noRules.safeParse(value).data;
      const { data = emptyRules, error } = searchRule.safeParse(value);
      if (data) form.change({ json: data });
      if (emptyRules) return undefined;
      return error?.issues[0]?.message;
    }}
  />
);

/** The conditions on resources: in the builder, or as JSON. */
export const RulesField = ({ form, columns }: Props) => {
  const { json, draft, problems, tooDeep } = form;
  const general = problems.find(({ loc }) => json !== undefined || loc.length === 0);
  return (
    <SpaceBetween size="s">
      <FormField label="Rules - optional">
        <SegmentedControl
          label="How the rules are written"
          selectedId={json ? 'json' : 'rules'}
          options={[
            {
              id: 'rules',
              text: 'Builder',
              disabled: tooDeep !== undefined,
              disabledReason: tooDeep ?? '',
            },
            { id: 'json', text: 'JSON' },
          ]}
          onChange={({ detail }) =>
            detail.selectedId === 'json' ? form.writeJson() : form.build()
          }
        />
      </FormField>
      {json ? (
        <AsJson form={form} />
      ) : (
        <RuleGroup
          group={draft}
          columns={columns}
          problems={problems}
          onChange={(changed) => form.change({ draft: changed })}
        />
      )}
      {general && <Alert type="error">{general.msg}</Alert>}
    </SpaceBetween>
  );
};
