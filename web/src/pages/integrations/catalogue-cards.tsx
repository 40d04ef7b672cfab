import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Cards from '@cloudscape-design/components/cards';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { CatalogueEntry } from '#lib/domain/integrations/catalogue.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import { Link } from '#web/components/link.tsx';

type CardProps = {
  /** The number of connected integrations, by type. */
  connected: ReadonlyMap<string, number>;
  onRequest: (type: CatalogueEntry) => void;
  /** Why integrations cannot be requested. */
  noRequests: string | undefined;
};

const Heading = ({ type: { name, displayName, local, preview } }: { type: CatalogueEntry }) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    <IntegrationBadge type={name}>
      {local ? (
        <Box variant="span" fontSize="heading-m">
          {displayName}
        </Box>
      ) : (
        <Link fontSize="heading-m" to={pathTo('newIntegration', { cspName: name })}>
          {displayName}
        </Link>
      )}
    </IntegrationBadge>
    {preview && <Badge color="blue">Preview</Badge>}
  </SpaceBetween>
);

const CardActions = ({ type, ...card }: CardProps & { type: CatalogueEntry }) => {
  const { connected, onRequest, noRequests } = card;
  const { name, displayName, local } = type;
  if (local) {
    return (
      <Button
        ariaLabel={`Request ${displayName}`}
        {...disabledBy(noRequests)}
        onClick={() => onRequest(type)}
      >
        Request
      </Button>
    );
  }
  const count = connected.get(name) ?? 0;
  if (count === 0) return null;
  return (
    <Link to={pathTo('connectedIntegrations', {}, { integration_type: name })}>
      {count} connected
    </Link>
  );
};

const cardDefinition = (card: CardProps) => ({
  header: (type: CatalogueEntry) => <Heading type={type} />,
  sections: [
    {
      id: 'about',
      content: (type: CatalogueEntry) => (
        <SpaceBetween size="s">
          {type.description}
          <CardActions type={type} {...card} />
        </SpaceBetween>
      ),
    },
  ],
});

type Props = CardProps & { category: string; types: CatalogueEntry[] };

/** The types of one category, side by side. */
export const TypeCards = ({ category, types, ...card }: Props) => (
  <SpaceBetween size="s">
    <Header variant="h2" counter={`(${types.length})`}>
      {category}
    </Header>
    <Cards<CatalogueEntry>
      items={types}
      trackBy="name"
      cardDefinition={cardDefinition(card)}
      cardsPerRow={[{ cards: 1 }, { minWidth: 560, cards: 2 }, { minWidth: 900, cards: 3 }]}
      ariaLabels={{ cardsLabel: category, itemSelectionLabel: () => '', selectionGroupLabel: '' }}
    />
  </SpaceBetween>
);
