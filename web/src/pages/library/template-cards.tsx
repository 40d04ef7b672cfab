import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Cards from '@cloudscape-design/components/cards';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { markerKinds, nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { LibraryBotSummary } from '#lib/domain/library/library.schema.ts';
import { hrefTo } from '#lib/pages.ts';
import { IntegrationIcons } from '#web/components/integration-badge.tsx';
import { KindIcon } from '#web/components/kind-icon.tsx';
import { CategoryAndTags } from './category-and-tags.tsx';

/** The first paragraph of the description; the rest is shown in the details. */
const introOf = ({ description }: LibraryBotSummary): string => description.split('\n\n')[0] ?? '';

/** Leaves out the kinds that every template has. */
const shownKinds = ({ node_kinds }: LibraryBotSummary) =>
  node_kinds.filter((kind) => !markerKinds.has(kind));

const TemplateContents = (template: LibraryBotSummary) => (
  <Box color="text-body-secondary">
    <SpaceBetween size="xs" direction="horizontal" alignItems="center">
      <span>{template.node_count} nodes</span>
      {template.integration_types.length > 0 && (
        <IntegrationIcons types={template.integration_types} />
      )}
      {shownKinds(template).map((kind) => (
        <span key={kind} title={nodeFacts[kind].label}>
          <KindIcon kind={kind} label={nodeFacts[kind].label} />
        </span>
      ))}
    </SpaceBetween>
  </Box>
);

const cardDefinition = (onOpen: (id: string) => void) => ({
  header: ({ _id, name }: LibraryBotSummary) => (
    <Link
      fontSize="heading-m"
      href={hrefTo('library', {}, { bot: _id })}
      onFollow={(event) => {
        event.preventDefault();
        onOpen(_id);
      }}
    >
      {name}
    </Link>
  ),
  sections: [
    { id: 'intro', content: introOf },
    { id: 'about', content: CategoryAndTags },
    { id: 'made-of', content: TemplateContents },
  ],
});

type Props = {
  templates: LibraryBotSummary[];
  loading: boolean;
  onOpen: (id: string) => void;
  header: ReactNode;
  filter: ReactNode;
  pagination: ReactNode;
  empty: ReactNode;
};

/** Templates side by side. */
export const TemplateCards = ({ templates, loading, onOpen, ...slots }: Props) => (
  <Cards<LibraryBotSummary>
    {...slots}
    variant="full-page"
    stickyHeader
    items={templates}
    trackBy="_id"
    loading={loading}
    loadingText="Loading templates"
    cardDefinition={cardDefinition(onOpen)}
    cardsPerRow={[{ cards: 1 }, { minWidth: 640, cards: 2 }, { minWidth: 1200, cards: 3 }]}
    ariaLabels={{ cardsLabel: 'Templates', itemSelectionLabel: () => '', selectionGroupLabel: '' }}
    renderAriaLive={({ firstIndex, lastIndex }) =>
      `Showing templates ${firstIndex} to ${lastIndex}`
    }
  />
);
