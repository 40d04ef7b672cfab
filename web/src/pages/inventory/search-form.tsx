import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type {
  ResourceColumn,
  ResourceType,
} from '#lib/domain/inventory/resources/resource.schema.ts';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { integrations } from '#web/api/integrations.ts';
import { inventory } from '#web/api/inventory.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { AccountsSelect } from './accounts-select.tsx';
import { BotFromSearch } from './bot-from-search.tsx';
import { RulesField } from './rules-field.tsx';
import type { SearchDialog } from './search-dialogs.tsx';
import type { SearchForm } from './use-search-form.ts';

const fieldWidth = { width: 'min(20rem, 80vw)' } as const;

const optionOf = ({ resource_type, name, resources }: ResourceType) => ({
  value: resource_type,
  label: name,
  description: resource_type,
  ...(resources !== undefined && { labelTag: String(resources) }),
});

/** The integrations of the type to search, if there are several. */
const Integrations = ({ form }: { form: SearchForm }) => {
  const { integrationType = '', integrationIds } = form;
  const { data } = useCall(integrations.countIntegrations, {});
  const count = data?.by_type[integrationType] ?? 0;
  if (integrationType === '' || (count < 2 && integrationIds.length === 0)) return null;
  return (
    <div style={fieldWidth}>
      <FormField label="Integrations - optional">
        <AccountsSelect
          key={integrationType}
          type={integrationType}
          selectedIds={integrationIds}
          onChange={(ids) => form.change({ integrationIds: ids })}
        />
      </FormField>
    </div>
  );
};

type TypesProps = {
  form: SearchForm;
  types: readonly ResourceType[] | undefined;
  /** The types could not be fetched. */
  failed: boolean;
  onRetry: () => unknown;
};

const Types = ({ form, types, failed, onRetry }: TypesProps) => {
  const { nameOf } = useIntegrationTypes();
  const { integrationType, resourceType } = form;
  const { data: connected } = useCall(integrations.countIntegrations, {});
  const kinds = inventoryTypes.map((value) => ({
    value,
    label: nameOf(value),
    ...(connected && { labelTag: formatCount(connected.by_type[value] ?? 0, 'integration') }),
  }));
  const options = (types ?? []).map(optionOf);
  const waits = integrationType && !types ? 'loading' : 'finished';
  return (
    <SpaceBetween size="m" direction="horizontal">
      <div style={fieldWidth}>
        <FormField label="Integration type">
          <Select
            placeholder="Choose an integration type"
            options={kinds}
            selectedOption={kinds.find(({ value }) => value === integrationType) ?? null}
            onChange={({ detail }) => form.chooseType(detail.selectedOption.value)}
          />
        </FormField>
      </div>
      <div style={fieldWidth}>
        <FormField label="Resource type">
          <Select
            placeholder="Choose a resource type"
            disabled={!integrationType}
            filteringType="auto"
            filteringAriaLabel="Find a resource type"
            filteringPlaceholder="Find a resource type"
            noMatch="No resource types match."
            loadingText="Loading resource types"
            errorText="Could not load the resource types."
            recoveryText="Retry"
            expandToViewport
            statusType={failed ? 'error' : waits}
            onLoadItems={() => failed && void onRetry()}
            options={options}
            selectedOption={
              options.find(({ value }) => value === resourceType) ??
              (resourceType ? { value: resourceType, label: resourceType } : null)
            }
            onChange={({ detail }) => form.chooseResource(detail.selectedOption.value)}
          />
        </FormField>
      </div>
      <Integrations form={form} />
    </SpaceBetween>
  );
};

type Props = TypesProps & {
  columns: readonly ResourceColumn[] | undefined;
  searching: boolean;
  /** The query whose resources are shown. */
  shownQuery: string | undefined;
  onDialog: (dialog: SearchDialog) => void;
};

/** Why searching is not possible yet. */
const missingChoice = ({ integrationType, resourceType }: SearchForm): string | undefined => {
  if (!integrationType) return 'Choose an integration type and a resource type.';
  return resourceType ? undefined : 'Choose a resource type.';
};

/** The search form: the resource type, and the rules. */
export const SearchPanel = ({
  form,
  columns,
  searching,
  shownQuery,
  onDialog,
  ...types
}: Props) => {
  const reason = missingChoice(form);
  const maySave = useRefusal(inventory.saveSearch);
  const openWhole = (dialog: SearchDialog) => form.check() && onDialog(dialog);
  return (
    <Container>
      <SpaceBetween size="l">
        <Types form={form} {...types} />
        {form.resourceType && columns && <RulesField form={form} columns={columns} />}
        <SpaceBetween size="xs" direction="horizontal">
          <Button
            variant="primary"
            loading={searching}
            {...disabledBy(reason)}
            onClick={form.submit}
          >
            Search
          </Button>
          <Button {...disabledBy(reason)} onClick={() => openWhole('export')}>
            Export to CSV
          </Button>
          <Button {...disabledBy(maySave ?? reason)} onClick={() => openWhole('save')}>
            Save search
          </Button>
          <Button onClick={() => onDialog('saved')}>Saved searches</Button>
          <BotFromSearch form={form} columns={columns ?? []} reason={reason} />
        </SpaceBetween>
        {shownQuery !== undefined && form.queryText && form.queryText !== shownQuery && (
          <StatusIndicator type="info">
            The results below do not reflect these changes yet. Search again.
          </StatusIndicator>
        )}
      </SpaceBetween>
    </Container>
  );
};
