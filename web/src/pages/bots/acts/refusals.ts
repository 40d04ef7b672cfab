import { hasOtherRights } from '#lib/domain/bots/added-rights.rules.ts';
import type { BotSummary, BotView, Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { whyNotInPortal, whyNotManual } from '#lib/domain/bots/bot.rules.ts';
import type { BotRefusals } from './use-bot-refusals.ts';

type SavedBot = BotSummary & Partial<Pick<BotView, 'aws_rights' | 'aws_rights_now'>>;

/** What the editor knows of a bot when an action is about to be taken. */
export type Situation = {
  /** The bot as last saved; undefined for one that was never saved. */
  saved: SavedBot | undefined;
  dirty: boolean;
  graph: Graph;
  problems: readonly Problem[];
  refusals: BotRefusals;
};

const issuesRefusal = ({ problems }: Situation, action: string): string | undefined => {
  if (problems.length === 0) return undefined;
  const count = problems.length === 1 ? '1 issue keeps' : `${problems.length} issues keep`;
  return `${count} this bot from ${action}. Press Validate to see.`;
};

const unsavedRefusal = ({ saved, dirty }: Situation): string | undefined =>
  !saved || dirty ? 'Save the bot first.' : undefined;

/**
 * Why a published version cannot be published again; undefined if the calls that it may make have
 * changed since.
 */
export const republishRefusal = (published: Partial<SavedBot> = {}): string | undefined =>
  hasOtherRights(published) ? undefined : 'This version is published already.';

/** Why this draft cannot be published now; undefined if it can. */
export const publishRefusal = (situation: Situation): string | undefined => {
  const { saved } = situation;
  const reason =
    situation.refusals.publish ??
    issuesRefusal(situation, 'being published') ??
    unsavedRefusal(situation);
  if (reason) return reason;
  return saved?.published_version === saved?.draft_version ? republishRefusal(saved) : undefined;
};

/** Why this draft cannot be run now, whatever its trigger. */
export const draftRunRefusal = (situation: Situation): string | undefined =>
  situation.refusals.run ?? issuesRefusal(situation, 'running') ?? unsavedRefusal(situation);

/** Why the published version of a bot cannot be run now. */
export const runRefusal = (
  { trigger_type, published_version }: BotSummary,
  refusal: string | undefined,
): string | undefined => {
  if (refusal) return refusal;
  const manualProblem = whyNotManual(trigger_type);
  if (manualProblem) return manualProblem;
  return published_version === undefined ? 'Publish a version of this bot first.' : undefined;
};

/** Why a bot cannot be enabled; disabling needs only the permission. */
export const statusRefusal = (
  { status, published_version }: BotSummary,
  refusal: string | undefined,
): string | undefined => {
  if (refusal) return refusal;
  return status === 'disabled' && published_version === undefined
    ? 'Publish a version of this bot first.'
    : undefined;
};

/** Why a bot cannot be published to the service portal, or unpublished from it. */
export const portalRefusal = (
  { trigger_type, published_version, service_portal_published }: BotSummary,
  refusal: string | undefined,
): string | undefined => {
  if (refusal || service_portal_published) return refusal;
  const portalProblem = whyNotInPortal(trigger_type);
  if (portalProblem) return portalProblem;
  return published_version === undefined ? 'Publish a version of this bot first.' : undefined;
};
