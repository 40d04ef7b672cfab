import * as z from 'zod';
import type { Viewport } from '@xyflow/react';
import { preferenceOf, setPreference } from '#web/app/preferences.ts';

/** What the browser keeps does not grow with every graph that was ever opened. */
const most = 50;

const preference = 'graph-views';

const views = z.array(
  z.object({ name: z.string(), x: z.number(), y: z.number(), zoom: z.number().positive() }),
);

const allKept = () => preferenceOf(preference, views) ?? [];

/** How the person saw this graph last; undefined where that is not known. */
export const keptView = (name: string): Viewport | undefined => {
  const kept = allKept().find((view) => view.name === name);
  return kept && { x: kept.x, y: kept.y, zoom: kept.zoom };
};

/** Keeps how the person sees this graph, and forgets the one that was looked at longest ago. */
export const keepView = (name: string, { x, y, zoom }: Viewport): void => {
  const others = allKept().filter((view) => view.name !== name);
  setPreference(preference, [{ name, x, y, zoom }, ...others].slice(0, most));
};
