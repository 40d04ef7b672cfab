import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { NewOwnRule, OwnRuleView } from '#lib/domain/compliance/own/own-rule.schema.ts';
import { guards } from '#lib/kernel/guards.ts';
import { pathTo } from '#lib/pages.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { compliance } from '#web/api/compliance.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useInitialData } from '#web/api/use-initial-data.ts';
import { flash } from '#web/app/flash.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusals } from '#web/app/session.ts';
import { failureText } from '#web/components/failure-text.ts';
import { FormPage } from '#web/components/form-page.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { ownRulesHelp } from './help.tsx';
import { OwnRuleFields } from './own-rule-fields.tsx';
import { type OwnRuleForm, useOwnRuleForm } from './own-rule-form.ts';
import { Trial } from './trial.tsx';

const useSave = (existingRule: OwnRuleView | undefined, form: OwnRuleForm) => {
  const create = useAction(compliance.createOwnRule);
  const update = useAction(compliance.updateOwnRule);
  const [saved, setSaved] = useState(false);
  const [failure, setFailure] = useState<string>();
  const navigate = useNavigate();
  useEffect(() => {
    if (saved) void navigate(pathTo('ownRules'));
  }, [saved, navigate]);
  const callbacks = {
    onSuccess: () => {
      flash.success(existingRule ? 'The rule was saved' : 'The rule was created', {
        content: 'It runs at the next scan of each account.',
      });
      setSaved(true);
    },
    onError: (error: ApiError) => {
      form.refuse(error);
      setFailure(error.field === undefined ? failureText(error) : undefined);
    },
  };
  const save = (input: NewOwnRule) => {
    setFailure(undefined);
    if (!existingRule) return create.mutate(input, callbacks);
    const { _id: own_rule_id, revision } = existingRule;
    return update.mutate({ ...input, own_rule_id, revision }, callbacks);
  };
  return { save, saved, failure, saving: create.isPending || update.isPending };
};

const Editor = ({ existingRule }: { existingRule?: OwnRuleView }) => {
  const form = useOwnRuleForm(existingRule);
  const { save, saved, saving, failure } = useSave(existingRule, form);
  const refusals = useRefusals({
    save: existingRule ? compliance.updateOwnRule : compliance.createOwnRule,
    query: { guard: guards.queryInventory },
  });
  // Changing only the texts of an existing rule needs no trial, and so no permission to read its
  // rows.
  const refusal = refusals.save ?? (existingRule ? undefined : refusals.query);
  const title = existingRule ? `Edit ${existingRule.title}` : 'Create rule';
  const page = existingRule ? 'ownRule' : 'newOwnRule';
  usePage({ page, title, contentType: 'form', help: ownRulesHelp });
  return (
    <FormPage
      title={title}
      form={form}
      back={pathTo('ownRules')}
      submitText={existingRule ? 'Save rule' : 'Create rule'}
      onSubmit={() => form.submit(save)}
      submitting={saving || saved}
      saved={saved}
      refusal={refusal}
      errorText={failure}
    >
      <SpaceBetween size="l">
        <OwnRuleFields form={form} />
        <Trial form={form} />
      </SpaceBetween>
    </FormPage>
  );
};

export const NewOwnRulePage = () => <Editor />;

const EditOwnRule = ({ id }: { id: string }) => {
  const query = useCall(compliance.getOwnRule, { own_rule_id: id });
  const existingRule = useInitialData(query);
  if (existingRule) return <Editor existingRule={existingRule} />;
  return <ItemPlaceholder page="ownRule" error={query.error} onRetry={query.refetch} />;
};

/** Edits one of the organisation's own rules. */
export const OwnRulePage = () => {
  const { own_rule_id: id = '' } = useParams();
  return <EditOwnRule key={id} id={id} />;
};
