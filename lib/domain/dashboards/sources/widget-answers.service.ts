import type { Log } from '#lib/kernel/log.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { decide, sentenceOf } from '../../account/permission.rules.ts';
import type { WidgetAnswer } from '../dashboard.schema.ts';
import { catalogue, isTemplate } from '../widgets/catalogue.schema.ts';
import type { Reads } from './reads.service.ts';
import { sources } from './sources.service.ts';

const unknown = { status: 404, message: '404 Widget not found' };
const failed = { status: 500, message: 'Sorry, Something Went Wrong.' };

const answerFor = async (reads: Reads, template: string, log: Log): Promise<WidgetAnswer> => {
  if (!isTemplate(template)) return { template, error: unknown };
  const { guard, orGuard } = catalogue[template];
  const { allowed, reason } = decide(reads.caller, guard);
  const isOtherwise = orGuard && decide(reads.caller, orGuard).allowed;
  if (!allowed && !isOtherwise) {
    return { template, error: { status: 403, message: sentenceOf(reason, guard) } };
  }
  try {
    return { template, data: await sources[template](reads) };
  } catch (error) {
    if (error instanceof Refusal) {
      return { template, error: { status: error.status, message: error.message } };
    }
    log.error('A widget has no data.', { area: 'dashboards', widget: template, error });
    return { template, error: failed };
  }
};

/** The data of each widget, or why there is none: one that fails does not affect the others. */
export const widgetAnswers = (
  reads: Reads,
  templates: readonly string[],
  log: Log,
): Promise<WidgetAnswer[]> =>
  Promise.all(templates.map((template) => answerFor(reads, template, log)));
