import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { EnteredForm } from '#lib/domain/service-portal/portal.schema.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

const Value = ({ label, value }: EnteredForm['values'][number]) => {
  if (value === undefined || value === null || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isText(value)) return <span className="portal-entered">{value}</span>;
  if (Array.isArray(value) && value.every(isText)) return value.join(', ') || '-';
  return <LazyJsonView value={value} subject={label} />;
};

/** The values entered into the forms of a run, whose steps are closed once they are answered. */
export const EnteredValues = ({ forms }: { forms: readonly EnteredForm[] }) => {
  if (forms.length === 0) return null;
  return (
    <ExpandableSection headerText="What you entered" headingTagOverride="h2">
      <SpaceBetween size="l">
        {forms.map(({ node_id, name, values }) => (
          <section key={node_id} aria-label={name}>
            <SpaceBetween size="xs">
              {forms.length > 1 && <Box variant="h3">{name}</Box>}
              <KeyValuePairs
                columns={2}
                items={values.map((one) => ({ label: one.label, value: <Value {...one} /> }))}
              />
            </SpaceBetween>
          </section>
        ))}
      </SpaceBetween>
    </ExpandableSection>
  );
};
