import { findingTransitionName } from '#lib/kernel/findings.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import { findingsKey, isStartedBy } from '../../bots/bot.rules.ts';
import type { Bot } from '../../bots/bot.schema.ts';
import { botStore } from '../../bots/bot.store.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import type {
  FindingFact,
  FindingsOfRule,
  NotStarted,
  Scan,
} from '../../inventory/scans/scan.schema.ts';
import { scanStore } from '../../inventory/scans/scan.store.ts';
import { findingChangeKey, findingChangeOf } from '../../inventory/scans/finding-changes.rules.ts';
import { type StartDeps, type StartResult, startRun } from './start.service.ts';

/** The bots that these findings start; none if the integration was deleted. */
const botsFor = async (
  { db }: StartDeps,
  { tenant_id, integration_id }: Scan,
  found: FindingsOfRule,
): Promise<Bot[]> => {
  if (!(await integrationStore(db, tenant_id).get(integration_id))) return [];
  const bots = await botStore(db, tenant_id).startedBy(findingsKey);
  return bots.filter(
    ({ findings }) => findings && isStartedBy(findings, { ...found, integration_id }),
  );
};

/** Findings are not kept for later, as events are: the next scan reports those still open. */
const runByHandHint = 'After that, run the bot with the findings that are still open.';

const startOne = (
  deps: StartDeps,
  bot: Bot,
  { _id: scan_id, integration_id, updated_at }: Scan,
  { rule_id, change, criticality, title }: FindingsOfRule,
): Promise<StartResult> => {
  const transition = findingTransitionName({ change, criticality });
  const _id = derivedId('exc', Date.parse(updated_at), bot._id, scan_id, rule_id, transition);
  const trigger = {
    type: 'finding' as const,
    integration_id,
    scan_id,
    rule_id,
    change,
    title,
    ...(criticality !== 'alarm' && { criticality }),
  };
  return startRun(deps, bot, { _id, trigger, version: bot.published_version ?? bot.draft_version });
};

/**
 * Starts one run of each bot that the findings of a rule at a scan start, however many resources
 * there are. The run's id is derived from bot and finding, and the mark in the scan is removed
 * afterwards, so a fact that is delivered twice starts nothing twice.
 */
export const startForFindings =
  (deps: StartDeps) =>
  async (fact: FindingFact): Promise<void> => {
    const { tenant_id, scan_id, rule_id } = fact;
    const scans = scanStore(deps.db, tenant_id);
    const scan = await scans.get(scan_id);
    const key = findingChangeKey(findingChangeOf(fact), rule_id);
    const found = scan?.untold?.[key];
    if (!scan || scan.open !== 'untold' || !found) return;
    const notStarted: NotStarted[] = [];
    for (const bot of await botsFor(deps, scan, found)) {
      const { dropped, beyond_plan } = await startOne(deps, bot, scan, found);
      if (dropped === undefined) continue;
      const reason = beyond_plan ? `${dropped} ${runByHandHint}` : dropped;
      notStarted.push({ bot_name: bot.name, rule_id, why: reason });
    }
    await scans.markTold(scan, key, notStarted);
  };
