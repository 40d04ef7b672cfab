import { plans } from './plan.rules.ts';
import type { Plan } from './plan.schema.ts';

/** A plan as offered to customers. */
export type PlanOffer = {
  key: 'starter' | 'standard' | 'enterprise';
  pricingModel: 'monthly' | 'quoted';
  /** US dollars a month; not shown for a plan whose price is quoted. */
  price: number;
  support: string;
  /** What this plan has in addition to its numbers and support. */
  features: readonly string[];
};

/** What every plan has. */
export const commonFeatures = [
  'Unlimited tool integrations by category',
  'Compliance insight',
  'Inventory observability',
  'OpenAI and Bedrock integration',
  'Custom local models',
  'Platform support',
];

export const offers: readonly PlanOffer[] = [
  {
    key: 'starter',
    pricingModel: 'monthly',
    price: 500,
    support: 'Support for 3 basic automations a year',
    features: [],
  },
  {
    key: 'standard',
    pricingModel: 'monthly',
    price: 1000,
    support: 'Support for 5 automations a year',
    features: [],
  },
  {
    key: 'enterprise',
    pricingModel: 'quoted',
    price: 1500,
    support: 'Support for 24 automations a year',
    features: ['Workspace deployment option'],
  },
];

const upTo = (limit: number | null, unit: string): string =>
  limit === null ? `Unlimited ${unit}` : `Up to ${limit.toLocaleString('en')} ${unit}`;

const everyMinutes = (minutes: number): string =>
  minutes === 1 ? 'Schedules down to every minute' : `Schedules down to every ${minutes} minutes`;

/** The price as displayed; undefined for a plan whose price is quoted. */
export const priceText = ({ pricingModel, price }: PlanOffer): string | undefined =>
  pricingModel === 'monthly' ? `$${price.toLocaleString('en')} a month` : undefined;

/** A plan's numbers as displayed. */
export const numbersOf = (plan: Plan): string[] => [
  upTo(plan.executions, 'bot executions a month'),
  upTo(plan.accounts, 'cloud and Kubernetes accounts'),
  everyMinutes(plan.smallest_interval),
  `Ended runs kept for ${plan.retention_days} days`,
];

export const planOfOffer = ({ key }: PlanOffer): Plan => plans[key];
