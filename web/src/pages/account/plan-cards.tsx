import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Grid from '@cloudscape-design/components/grid';
import Header from '@cloudscape-design/components/header';
import CloudscapeLink from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import {
  commonFeatures,
  numbersOf,
  offers,
  type PlanOffer,
  planOfOffer,
  priceText,
} from '#lib/domain/subscriptions/plan-offer.rules.ts';
import type { PlanKey } from '#lib/domain/subscriptions/plan.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { getPlanLinks } from '#web/app/config.ts';
import { LinkButton } from '#web/components/link.tsx';
import './plan-cards.css';

const PlanLines = ({ of: lines }: { of: readonly string[] }) => (
  <ul className="plan-lines">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** The button that leads to the purchase of a plan; nothing if the operator has set no link. */
const BuyButton = ({ name, offer: { key } }: { name: string; offer: PlanOffer }) => {
  const { starterUrl, standardUrl } = getPlanLinks();
  const label = `Buy the ${name} plan`;
  if (key === 'starter' && starterUrl) {
    return (
      <Button variant="primary" href={starterUrl} target="_blank" external ariaLabel={label}>
        Buy
      </Button>
    );
  }
  if (key === 'standard' && standardUrl) {
    return (
      <LinkButton variant="primary" to={pathTo('standard')} ariaLabel={label}>
        Buy
      </LinkButton>
    );
  }
  return null;
};

/** The price of a plan, or whom to ask for it. */
const Price = ({ offer }: { offer: PlanOffer }) => {
  const { contactEmail } = getPlanLinks();
  const price = priceText(offer);
  if (price !== undefined || !contactEmail) {
    return (
      <Box fontSize="heading-xl" fontWeight="bold">
        {price ?? 'Price on request'}
      </Box>
    );
  }
  return (
    <CloudscapeLink href={`mailto:${contactEmail}`} fontSize="heading-xl">
      Contact Us
    </CloudscapeLink>
  );
};

const TrialLink = ({ name }: { name: string }) => {
  const { bookingUrl } = getPlanLinks();
  if (!bookingUrl) return null;
  return (
    <CloudscapeLink href={bookingUrl} external ariaLabel={`Book a 14-day trial of ${name}`}>
      Book a 14-day trial
    </CloudscapeLink>
  );
};

const Card = ({ offer, current }: { offer: PlanOffer; current: PlanKey | undefined }) => {
  const plan = planOfOffer(offer);
  const { key } = offer;
  return (
    <Container
      fitHeight
      header={
        <Header variant="h3">
          {plan.name} {current === key && <Badge color="green">Your plan</Badge>}
        </Header>
      }
    >
      <SpaceBetween size="s">
        <Price offer={offer} />
        <PlanLines of={[...numbersOf(plan), offer.support, ...offer.features]} />
        <div>
          <Box variant="awsui-key-label">In every plan</Box>
          <PlanLines of={commonFeatures} />
        </div>
        <BuyButton name={plan.name} offer={offer} />
        {key !== 'enterprise' && <TrialLink name={plan.name} />}
      </SpaceBetween>
    </Container>
  );
};

/** The contact for plans: the sales address, else the support address of the installation. */
const HowToSubscribe = ({ supportEmail }: { supportEmail: string | undefined }) => {
  const address = getPlanLinks().contactEmail ?? supportEmail;
  return (
    <>
      A plan takes effect once the operator of this installation has recorded it.{' '}
      {address === undefined ? (
        'If you cannot buy one here, contact them.'
      ) : (
        <>
          To change your plan, write to{' '}
          <CloudscapeLink href={`mailto:${address}`}>{address}</CloudscapeLink>.
        </>
      )}
    </>
  );
};

const oneThird = { colspan: { default: 12, s: 4 } };

type PlanCardsProps = { current: PlanKey | undefined; supportEmail: string | undefined };

/** The plans that can be subscribed to. */
export const PlanCards = ({ current, supportEmail }: PlanCardsProps) => (
  <SpaceBetween size="m">
    <Header variant="h2" description={<HowToSubscribe supportEmail={supportEmail} />}>
      Plans
    </Header>
    <Grid gridDefinition={offers.map(() => oneThird)}>
      {offers.map((offer) => (
        <Card key={offer.key} offer={offer} current={current} />
      ))}
    </Grid>
  </SpaceBetween>
);
