import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import type { RefusalDetail } from '#lib/kernel/refusal.ts';
import { type Draft, type DraftGroup, isGroup, newGroup, newRule } from './query-draft.ts';
import { RuleRow } from './rule-row.tsx';

const joins = [
  { value: 'all', label: 'All rules hold' },
  { value: 'any', label: 'Any rule holds' },
] as const;

const joinWidth = { width: 'min(12rem, 72vw)' } as const;

type Props = {
  group: DraftGroup;
  columns: readonly ResourceColumn[];
  /** The problems in this group, with paths relative to it. */
  problems: readonly RefusalDetail[];
  onChange: (group: DraftGroup) => void;
  /** Present if it is nested in another group. */
  onRemove?: () => void;
};

type JoinProps = { join: DraftGroup['join']; onChange: (join: DraftGroup['join']) => void };

const Join = ({ join, onChange }: JoinProps) => (
  <div style={joinWidth}>
    <Select
      ariaLabel="How rules are joined"
      options={joins}
      selectedOption={joins.find(({ value }) => value === join) ?? null}
      onChange={({ detail }) => onChange(detail.selectedOption.value === 'any' ? 'any' : 'all')}
    />
  </div>
);

/** The problems of one entry of a group, with paths relative to that entry. */
const problemsIn = (problems: readonly RefusalDetail[], index: number): RefusalDetail[] =>
  problems.flatMap(({ msg, loc: [, at, ...loc] }) => (at === index ? [{ msg, loc }] : []));

/** Rules of which all or any have to match, and nested groups. */
export const RuleGroup = ({ group, columns, problems, onChange, onRemove }: Props) => {
  const { join, rules } = group;
  const update = (index: number, changed: Draft) =>
    onChange({ ...group, rules: rules.with(index, changed) });
  // A nested group must not be empty: it is removed with its last rule.
  const drop = (index: number) =>
    onRemove && rules.length === 1
      ? onRemove()
      : onChange({ ...group, rules: rules.toSpliced(index, 1) });
  const add = (draft: Draft) => onChange({ ...group, rules: [...rules, draft] });
  return (
    <SpaceBetween size="s">
      {rules.length > 1 && (
        <Join join={join} onChange={(next) => onChange({ ...group, join: next })} />
      )}
      {rules.map((one, index) => {
        const inner = problemsIn(problems, index);
        const [first] = inner;
        return isGroup(one) ? (
          <Container key={one.key}>
            <RuleGroup
              group={one}
              columns={columns}
              problems={inner}
              onChange={(changed) => update(index, changed)}
              onRemove={() => drop(index)}
            />
          </Container>
        ) : (
          <RuleRow
            key={one.key}
            rule={one}
            columns={columns}
            problem={first && { field: String(first.loc[0]), text: first.msg }}
            onChange={(changed) => update(index, changed)}
            onRemove={() => drop(index)}
          />
        );
      })}
      {rules.length === 0 && (
        <Box color="text-body-secondary">No rules: returns every resource of this type.</Box>
      )}
      <SpaceBetween size="xs" direction="horizontal">
        <Button iconName="add-plus" onClick={() => add(newRule())}>
          Add rule
        </Button>
        {onRemove ? (
          <Button onClick={onRemove}>Remove group</Button>
        ) : (
          <Button onClick={() => add(newGroup([newRule()]))}>Add group</Button>
        )}
      </SpaceBetween>
    </SpaceBetween>
  );
};
