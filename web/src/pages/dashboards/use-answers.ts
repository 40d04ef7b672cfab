import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { WidgetAnswer } from '#lib/domain/dashboards/dashboard.schema.ts';
import { catalogue, isTemplate } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import type { TimeRange } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { dashboards } from '#web/api/dashboards.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';
import { useFresh } from '#web/api/use-fresh.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useSoon } from '#web/api/use-soon.ts';
import type { Shown } from './layout.ts';
import type { WidgetError } from './widget.tsx';

/** What is shown is as old as this at most, while somebody looks (ms). */
const poll = 60_000;
/** What the numbers count has changed: so long after, they are asked for again (ms). */
const afterChange = 5000;

/** One call for several widgets; in any order they are the same question. */
const useAnswersOf = (templates: readonly string[], dateRange: TimeRange) => {
  const queries = useQueryClient();
  const asked = { templates: templates.toSorted(), dateRange };
  const enabled = templates.length > 0;
  const call = useCall(dashboards.getWidgetData, asked, { enabled, keep: true, poll });
  const [asking, setAsking] = useState<readonly string[]>([]);

  /** Asks for one widget again by itself: the others stay as they are. */
  const askAgain = async (template: string) => {
    setAsking((before) => [...before, template]);
    try {
      const { items } = await dashboards.getWidgetData({ templates: [template], dateRange });
      const inPlace = (one: WidgetAnswer) => (one.template === template && items[0]) || one;
      queries.setQueryData<{ items: WidgetAnswer[] }>(
        queryKey(dashboards.getWidgetData, asked),
        (known) => known && { ...known, items: known.items.map(inPlace) },
      );
    } catch {
      // What was wrong before is still shown, with its button.
    } finally {
      setAsking((before) => before.filter((one) => one !== template));
    }
  };

  const error: WidgetError | undefined = call.error
    ? { status: call.error.status || 500, message: call.error.message }
    : undefined;
  return {
    answers: call.data?.items ?? [],
    error,
    asking,
    hear: useFresh(queryKey(dashboards.getWidgetData, asked)),
    retry: (template: string) => void (error ? call.refetch() : askAgain(template)),
  };
};

/** Clouds answer when they like: no other widget waits for one that asks them. */
const asksClouds = (template: string): boolean =>
  isTemplate(template) && catalogue[template].asksClouds === true;

/** The data of all widgets of a dashboard, or why there is none. */
export const useAnswers = (widgets: readonly Shown[], dateRange: TimeRange) => {
  const templates = widgets.map(({ template }) => template);
  const own = useAnswersOf(templates.filter((one) => !asksClouds(one)), dateRange);
  const ofClouds = useAnswersOf(templates.filter(asksClouds), dateRange);
  const changed = useSoon(own.hear, afterChange);
  useChannel('inventory_execution_updated', changed);
  useChannel('bot_execution_updated', changed);
  useChannel('approval_updated', changed);
  useChannel('user_input_updated', changed);

  const answers = [...own.answers, ...ofClouds.answers];
  const all = new Map(answers.map((answer) => [answer.template, answer]));
  const groupOf = (template: string) => (asksClouds(template) ? ofClouds : own);
  return {
    /** What is known of a widget now: nothing while it is asked for. */
    shown: (template: string) => {
      const { asking, error } = groupOf(template);
      return asking.includes(template) ? {} : { answer: all.get(template), error };
    },
    retry: (template: string) => groupOf(template).retry(template),
  };
};
