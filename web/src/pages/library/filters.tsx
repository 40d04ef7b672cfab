import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TreeView from '@cloudscape-design/components/tree-view';
import { categories } from '#lib/domain/bots/bot.schema.ts';
import { type LibraryTag, libraryTags } from '#lib/domain/library/library.schema.ts';
import { ChoiceFilter } from '#web/components/choice-filter.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { type LibraryUrl, tagsOf } from './library-url.ts';

type Branch = { id: string; text: string; tag?: LibraryTag; children?: Branch[] };

const leaves = (tags: readonly LibraryTag[]): Branch[] =>
  tags.map((tag) => ({ id: tag, text: tag, tag }));

const all: Branch = {
  id: 'all',
  text: 'All Bots',
  children: [
    { id: 'team', text: 'By team', children: leaves(libraryTags.team) },
    { id: 'use-case', text: 'By use case', children: leaves(libraryTags.use_case) },
  ],
};

type TagsProps = {
  selectedTags: readonly LibraryTag[];
  onChange: (selectedTags: LibraryTag[]) => void;
};

const Tags = ({ selectedTags, onChange }: TagsProps) => {
  const [expandedIds, setExpandedIds] = useState<string[]>(['all', 'team', 'use-case']);
  const toggle = (tag: LibraryTag, on: boolean) =>
    onChange(on ? [...selectedTags, tag] : selectedTags.filter((one) => one !== tag));
  const contentOf = ({ id, text, tag }: Branch) => {
    if (tag) {
      return (
        <Checkbox
          checked={selectedTags.includes(tag)}
          onChange={({ detail }) => toggle(tag, detail.checked)}
        >
          {text}
        </Checkbox>
      );
    }
    if (id !== 'all') return text;
    return (
      <Checkbox
        checked={selectedTags.length === 0}
        indeterminate={selectedTags.length > 0}
        onChange={() => onChange([])}
      >
        {text}
      </Checkbox>
    );
  };
  return (
    <TreeView<Branch>
      ariaLabel="Tags"
      items={[all]}
      getItemId={({ id }) => id}
      getItemChildren={({ children }) => children}
      renderItem={(branch) => ({ content: contentOf(branch), announcementLabel: branch.text })}
      expandedItems={expandedIds}
      onItemToggle={({ detail }) =>
        setExpandedIds(
          detail.expanded
            ? [...expandedIds, detail.id]
            : expandedIds.filter((id) => id !== detail.id),
        )
      }
      i18nStrings={{
        expandButtonLabel: ({ text }) => `Expand ${text}`,
        collapseButtonLabel: ({ text }) => `Collapse ${text}`,
      }}
    />
  );
};

type TypeChoiceProps = { value: string | undefined; onChange: (type: string | undefined) => void };

/** The integration types that templates use, with the catalogue's names. */
const TypeChoice = ({ value, onChange }: TypeChoiceProps) => {
  const { types, nameOf } = useIntegrationTypes();
  return (
    <ChoiceFilter
      label="Integration"
      all="All integrations"
      values={types.map(({ name }) => name)}
      labelOf={nameOf}
      value={value}
      onChange={onChange}
    />
  );
};

type Props = {
  url: LibraryUrl;
  change: (patch: Partial<LibraryUrl>) => void;
  onClear: (() => void) | undefined;
};

/** Filters by category and tags: within a group any of the tags matches. */
export const Filters = ({ url, change, onClear }: Props) => (
  <SpaceBetween size="l">
    <FormField label="Category">
      <ChoiceFilter
        label="Category"
        all="All categories"
        values={categories}
        value={url.category}
        onChange={(category) => change({ category, page: 1 })}
      />
    </FormField>
    <FormField label="Integration">
      <TypeChoice
        value={url.integrationType}
        onChange={(integrationType) => change({ integrationType, page: 1 })}
      />
    </FormField>
    <div>
      <Box variant="awsui-key-label">Tags</Box>
      <Tags
        selectedTags={tagsOf(url)}
        onChange={(tags) => change({ tag_name: tags.join() || undefined, page: 1 })}
      />
    </div>
    <Button disabled={!onClear} onClick={onClear}>
      Clear filters
    </Button>
  </SpaceBetween>
);
