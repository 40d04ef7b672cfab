import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { WidgetAnswer } from '#lib/domain/dashboards/dashboard.schema.ts';
import { catalogue, isWidgetTemplate } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import type { TimeRange } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { dashboards } from '#web/api/dashboards.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';
import { useRefetch } from '#web/api/use-refetch.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useDelayedTask } from '#web/api/use-delayed-task.ts';
import type { BoardWidget } from './layout.ts';
import type { WidgetError } from './widget.tsx';

/** Milliseconds between polls while the page is visible. */
const pollEvery = 60_000;
/** Milliseconds between a change and the update of the widgets. */
const refreshDelay = 5000;

/** One call for several widgets; sorted, so that their order does not matter for the cache. */
const useAnswersOf = (templates: readonly string[], dateRange: TimeRange) => {
  const queries = useQueryClient();
  const input = { templates: templates.toSorted(), dateRange };
  const enabled = templates.length > 0;
  const call = useCall(dashboards.getWidgetData, input, { enabled, keep: true, poll: pollEvery });
  const [refetching, setRefetching] = useState<readonly string[]>([]);

  /** Fetches one widget again: the others are not affected. */
  const askAgain = async (template: string) => {
    setRefetching((previous) => [...previous, template]);
    try {
      const { items } = await dashboards.getWidgetData({ templates: [template], dateRange });
      const replaceAnswer = (one: WidgetAnswer) => (one.template === template && items[0]) || one;
      queries.setQueryData<{ items: WidgetAnswer[] }>(
        queryKey(dashboards.getWidgetData, input),
        (cached) => cached && { ...cached, items: cached.items.map(replaceAnswer) },
      );
    } catch {
      // The previous error is still shown, with its button.
    } finally {
      setRefetching((previous) => previous.filter((one) => one !== template));
    }
  };

  const error: WidgetError | undefined = call.error
    ? { status: call.error.status || 500, message: call.error.message }
    : undefined;
  return {
    answers: call.data?.items ?? [],
    error,
    refetching,
    hear: useRefetch(queryKey(dashboards.getWidgetData, input)),
    retry: (template: string) => void (error ? call.refetch() : askAgain(template)),
  };
};

/** Whether a widget queries clouds, which may be slow: the other widgets do not wait for it. */
const asksClouds = (template: string): boolean =>
  isWidgetTemplate(template) && catalogue[template].asksClouds === true;

/** The data of all widgets of a dashboard, or the error of each. */
export const useAnswers = (widgets: readonly BoardWidget[], dateRange: TimeRange) => {
  const templates = widgets.map(({ template }) => template);
  const ownGroup = useAnswersOf(
    templates.filter((one) => !asksClouds(one)),
    dateRange,
  );
  const ofClouds = useAnswersOf(templates.filter(asksClouds), dateRange);
  const refetchSoon = useDelayedTask(ownGroup.hear, refreshDelay);
  useChannel('inventory_execution_updated', refetchSoon);
  useChannel('bot_execution_updated', refetchSoon);
  useChannel('approval_updated', refetchSoon);
  useChannel('user_input_updated', refetchSoon);

  const answers = [...ownGroup.answers, ...ofClouds.answers];
  const all = new Map(answers.map((answer) => [answer.template, answer]));
  const groupOf = (template: string) => (asksClouds(template) ? ofClouds : ownGroup);
  return {
    /** The current data of a widget; empty while it is being fetched. */
    stateOf: (template: string) => {
      const { refetching, error } = groupOf(template);
      return refetching.includes(template) ? {} : { answer: all.get(template), error };
    },
    retry: (template: string) => groupOf(template).retry(template),
  };
};
