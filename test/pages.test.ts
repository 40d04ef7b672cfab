import { notificationSettings } from '#lib/domain/bots/nodes/notification.schema.ts';
import { isWrite, type Route } from '#lib/kernel/route.ts';
import { linkTo, pages, pathTo } from '#lib/pages.ts';
import { allRoutes } from '#lib/routes.ts';
import type { ShownPages } from './browser/support/shown-pages.ts';
import { everyIn } from './support/every-in.ts';

const readRoutes = Object.values(allRoutes)
  .flatMap((area): Route[] => Object.values(area))
  .filter((route) => !isWrite(route));

/** The calls of lists, of subpages for pages without one, and else the call that the page loads. */
const areas = everyIn<{ shown: ShownPages }>('test/browser/shown').map(([, one]) => one.shown);
const lists = areas.flatMap((one) => Object.values(one.lists ?? {}));
const states = areas.flatMap((one) => one.states ?? []);

const guardsOf = (page: string) => {
  const isSamePage = ({ route }: { route: string }) => `/${route}` === page;
  const isSubpage = ({ route }: { route: string }) => `/${route}`.startsWith(`${page}/`);
  const candidates = [lists.filter(isSamePage), lists.filter(isSubpage), states.filter(isSamePage)];
  const found = candidates.find(({ length }) => length > 0) ?? [];
  return readRoutes
    .filter(({ path }) => found.some((one) => one.path === path))
    .map(({ permission, resource }) => ({ permission, resource }));
};

const menuEntries = Object.values<(typeof pages)[keyof typeof pages]>(pages).flatMap((page) =>
  'menu' in page ? [[page.path, page.menu.guard] as const] : [],
);

describe('a page in the navigation', () => {
  it.each(menuEntries)('%s is shown to users who may make its own call', (path, guard) => {
    const { permission, resource } = guard;
    expect(guardsOf(path)).toContainEqual({ permission, resource });
  });
});

describe('the example of a link in a notification', () => {
  it("leads to the run's page", () => {
    const pagePath = linkTo({ url: '' }, pathTo('anyRun', { bot_exc_id: '' }));
    expect(notificationSettings.shape.link.meta()?.placeholder).toBe(
      `{% $site.url & '${pagePath}' & $run.id %}`,
    );
  });
});
