import { plans } from './plan.rules.ts';
import type { Plan } from './plan.schema.ts';

/** A plan as it is offered. */
export type PlanOffer = {
  key: 'starter' | 'standard' | 'enterprise';
  pricingModel: 'monthly' | 'quoted';
  /** US dollars a month; Enterprise is quoted by who is asked. */
  price?: number;
  /** What this plan has besides its numbers. */
  features: readonly string[];
};

/** What every plan has. */
export const everyPlan = [
  'Unlimited tool integrations by category',
  'Compliance insight',
  'Inventory observability',
  'OpenAI and Bedrock integration',
  'Platform support',
];

export const offers: readonly PlanOffer[] = [
  {
    key: 'starter',
    pricingModel: 'monthly',
    price: 500,
    features: ['3 annual basic automation support'],
  },
  { key: 'standard', pricingModel: 'monthly', price: 1000, features: ['5 support'] },
  {
    key: 'enterprise',
    pricingModel: 'quoted',
    features: ['24 support', 'Workspace deployment option', 'Custom local models'],
  },
];

const upTo = (most: number | null, what: string): string =>
  most === null ? `Unlimited ${what}` : `Up to ${most.toLocaleString('en')} ${what}`;

const everyMinutes = (minutes: number): string =>
  minutes === 1 ? 'Schedules of 1 minute or more' : `Schedules of ${minutes} minutes or more`;

/** A plan's numbers, as people read them. */
export const numbersOf = (plan: Plan): string[] => [
  upTo(plan.executions, 'bot executions a month'),
  upTo(plan.accounts, 'cloud and Kubernetes accounts'),
  everyMinutes(plan.smallest_interval),
  `Ended runs kept for ${plan.retention_days} days`,
];

export const planOffered = ({ key }: PlanOffer): Plan => plans[key];
