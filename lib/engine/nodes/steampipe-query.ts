import * as z from 'zod';
import { inventoryQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { policyOf } from '../run/policy.ts';
import { isFailed } from './call-failure.ts';
import { type Call, type EffectCall, type Failed, failedForGood, type NodeRules } from './node.ts';
import { parseOnce } from './read-once.ts';
import { cutValue } from './shown.ts';
import { unpublishedRightFailure } from './unpublished.ts';

const jsonValue = z.custom<z.core.util.JSONType>(
  (value) => z.json().safeParse(value).success,
  'A value of the query cannot be written as JSON.',
);

const chosen = z.object({ id: z.string('An integration of this query is not chosen yet.') });

/** The settings after their expressions were evaluated; the SQL has no expressions. */
const evaluatedSettings = inventoryQuery
  .omit({ integration_ids: true })
  .extend({
    integrations: z.array(chosen),
    /** An expression that found nothing binds null. */
    values: z.array(z.unknown().transform((value) => value ?? null)).pipe(z.array(jsonValue)),
  })
  .transform(({ integrations, ...query }) => ({
    ...query,
    ...(integrations.length > 0 && { integration_ids: integrations.map(({ id }) => id) }),
  }));

/** The failure where the expression for the page found nothing: that must not mean page 1. */
const noPage = ({ node, settings }: Call): Failed | undefined => {
  const { page } = node.settings;
  if (typeof page !== 'string' || (settings['page'] ?? undefined) !== undefined) return undefined;
  return failedForGood(
    `Page: ${page.trim()} has no value, so no page was read. ` +
      'It must be a whole number from 1. Branch off before this node if there is no next page.',
  );
};

const parse = parseOnce((call: Call): z.output<typeof evaluatedSettings> | Failed => {
  const failure = noPage(call);
  if (failure) return failure;
  const { settings } = call;
  const { data, error } = evaluatedSettings.safeParse(settings);
  return data ?? failedForGood(error?.issues[0]?.message ?? 'The query cannot be run.');
});

/** Why an account is not queried live: the calls were not among the rights at publishing. */
const unpublishedQueryFailure = async ({
  node,
  rights,
}: EffectCall): Promise<Failed | undefined> => {
  if (!rights || node.settings['mode'] !== 'live') return undefined;
  const { liveRights } = await import('../live-rights.ts');
  return unpublishedRightFailure(rights, liveRights([node]));
};

/** Queries the last scans, or accounts live. Nothing outside is changed, so dry runs do it too. */
export const steampipeQuery: NodeRules = {
  begin(call) {
    const query = parse(call);
    if (isFailed(query)) return query;
    // There may be thousands of values: the shown list is cut, the full one is in the settings.
    return { type: 'effect', input: { ...query, values: cutValue(query.values) } };
  },

  async perform(call) {
    const query = parse(call);
    if (isFailed(query)) return query;
    const failure = await unpublishedQueryFailure(call);
    if (failure) return failure;
    const { tenant_id, bot_exc_id, node } = call;
    const { timeout_seconds: seconds } = policyOf(node);
    const timeLimit = seconds === undefined ? {} : { within_ms: seconds * 1000 };
    const answer = await call.deps.queries.ask({ ...query, ...timeLimit, tenant_id, bot_exc_id });
    if ('error' in answer) return { type: 'failed', error: answer.error };
    return { type: 'done', output: answer, handle: 'next' };
  },
};
