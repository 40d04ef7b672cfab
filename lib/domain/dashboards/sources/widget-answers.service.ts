import type { Log } from '#lib/kernel/log.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { decide, denialTextOf } from '../../account/permission.rules.ts';
import type { WidgetAnswer } from '../dashboard.schema.ts';
import { catalogue, isWidgetTemplate } from '../widgets/catalogue.schema.ts';
import type { WidgetReads } from './widget-reads.service.ts';
import { widgetSources } from './widget-sources.service.ts';

const unknownWidgetError = { status: 404, message: '404 Widget not found' };
const failedWidgetError = { status: 500, message: 'Sorry, Something Went Wrong.' };

const answerWidget = async (
  reads: WidgetReads,
  template: string,
  log: Log,
): Promise<WidgetAnswer> => {
  if (!isWidgetTemplate(template)) return { template, error: unknownWidgetError };
  const { guard, orGuard } = catalogue[template];
  const { allowed, reason } = decide(reads.caller, guard);
  const isOtherwise = orGuard && decide(reads.caller, orGuard).allowed;
  if (!allowed && !isOtherwise) {
    return { template, error: { status: 403, message: denialTextOf(reason, guard) } };
  }
  try {
    return { template, data: await widgetSources[template](reads) };
  } catch (error) {
    if (error instanceof Refusal) {
      return { template, error: { status: error.status, message: error.message } };
    }
    log.error('A widget has no data.', { area: 'dashboards', widget: template, error });
    return { template, error: failedWidgetError };
  }
};

/** The data of each widget, or why there is none: one that fails does not affect the others. */
export const answerWidgets = (
  reads: WidgetReads,
  templates: readonly string[],
  log: Log,
): Promise<WidgetAnswer[]> =>
  Promise.all(templates.map((template) => answerWidget(reads, template, log)));
