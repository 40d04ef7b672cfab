import * as z from 'zod';
import { inventoryQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { policyOf } from '../run/policy.ts';
import { isFailed } from './attempt.ts';
import { type Call, type EffectCall, type Failed, hopeless, type NodeRules } from './node.ts';
import { readOnce } from './read-once.ts';
import { cutValue } from './shown.ts';
import { unpublishedRight } from './unpublished.ts';

const jsonValue = z.custom<z.core.util.JSONType>(
  (value) => z.json().safeParse(value).success,
  'A value of the query cannot be written as JSON.',
);

const chosen = z.object({ id: z.string('An integration of this query is not chosen yet.') });

/** The settings once their expressions are evaluated; the SQL has none. */
const evaluated = inventoryQuery
  .omit({ integration_ids: true })
  .extend({
    integrations: z.array(chosen),
    /** Where an expression found nothing, there is no value. */
    values: z
      .array(z.unknown().transform((value) => value ?? null))
      .pipe(z.array(jsonValue)),
  })
  .transform(({ integrations, ...query }) => ({
    ...query,
    ...(integrations.length > 0 && { integration_ids: integrations.map(({ id }) => id) }),
  }));

/** What is told of an expression of the page that found nothing: it did not ask for page 1. */
const noPage = ({ node, settings }: Call): Failed | undefined => {
  const { page } = node.settings;
  if (typeof page !== 'string' || (settings['page'] ?? undefined) !== undefined) return undefined;
  return hopeless(
    `Page: ${page.trim()} found nothing, so that no page was asked for. ` +
      'Let it yield a whole number from 1, or branch off where there is no next page.',
  );
};

const parse = readOnce((call: Call): z.output<typeof evaluated> | Failed => {
  const none = noPage(call);
  if (none) return none;
  const { settings } = call;
  const { data, error } = evaluated.safeParse(settings);
  return data ?? hopeless(error?.issues[0]?.message ?? 'Nothing can be asked.');
});

/** Why an account is not read live: nobody saw the calls of AWS when the bot was published. */
const unseen = async ({ node, rights }: EffectCall): Promise<Failed | undefined> => {
  if (!rights || node.settings['mode'] !== 'live') return undefined;
  const { liveRights } = await import('../live-rights.ts');
  return unpublishedRight(rights, liveRights([node]));
};

/**
 * Asks the last scans, or accounts as they are. Nothing outside changes by it, so that dry runs ask
 * as well.
 */
export const steampipeQuery: NodeRules = {
  begin(call) {
    const asked = parse(call);
    if (isFailed(asked)) return asked;
    // Values may be thousands of names; they are bound from the settings again.
    return { type: 'effect', input: { ...asked, values: cutValue(asked.values) } };
  },

  async perform(call) {
    const asked = parse(call);
    if (isFailed(asked)) return asked;
    const refused = await unseen(call);
    if (refused) return refused;
    const { tenant_id, bot_exc_id, node } = call;
    const { timeout_seconds: seconds } = policyOf(node);
    const within = seconds === undefined ? {} : { within_ms: seconds * 1000 };
    const answer = await call.deps.queries.ask({ ...asked, ...within, tenant_id, bot_exc_id });
    if ('error' in answer) return { type: 'failed', error: answer.error };
    return { type: 'done', output: answer, handle: 'next' };
  },
};
