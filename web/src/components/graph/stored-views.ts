import * as z from 'zod';
import type { Viewport } from '@xyflow/react';
import { preferenceOf, setPreference } from '#web/app/preferences.ts';

/** The number of views kept in the browser, so that they do not grow with every opened graph. */
const maxViews = 50;

const preferenceName = 'graph-views';

const views = z.array(
  z.object({ name: z.string(), x: z.number(), y: z.number(), zoom: z.number().positive() }),
);

const readViews = () => preferenceOf(preferenceName, views) ?? [];

/** The user's last view of this graph; undefined if unknown. */
export const readView = (name: string): Viewport | undefined => {
  const stored = readViews().find((view) => view.name === name);
  return stored && { x: stored.x, y: stored.y, zoom: stored.zoom };
};

/** Keeps the user's view of this graph, and drops the least recently used one. */
export const storeView = (name: string, { x, y, zoom }: Viewport): void => {
  const otherViews = readViews().filter((view) => view.name !== name);
  setPreference(preferenceName, [{ name, x, y, zoom }, ...otherViews].slice(0, maxViews));
};
