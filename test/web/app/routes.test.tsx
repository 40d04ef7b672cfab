import { matchRoutes } from 'react-router';
import { routes } from '#web/app/router.tsx';

/** The pattern that shows a path; `*` is the 404 page. */
const matchedPattern = (path: string): string | undefined => {
  const matched = matchRoutes(routes, path)?.at(-1)?.route;
  return matched?.index ? 'root' : matched?.path;
};

/** The route table: paths, and whether the console has them yet. */
const table: [paths: string[], exists: boolean][] = [
  [['/'], true],
  [['/start'], true],
  [['/bots', '/bots/executions', '/bots/new', '/bots/b1', '/bots/b1/executions/e1'], true],
  [['/service-portal/apps', '/service-portal/apps/a1', '/service-portal/history'], true],
  [['/service-portal/apps/a1/history/h1'], true],
  [['/chat/b1/executions/e1', '/chatv2/b1/executions/e1'], true],
  [['/approvals', '/approvals/a1', '/approvals/view/a1'], true],
  [['/listeners', '/listeners/view/l1', '/listeners/l1'], true],
  [['/users', '/users/new', '/users/ada%40example.com'], true],
  [['/actions'], true],
  [['/integrations', '/integrations/view/i1', '/integrations/list', '/integrations/aws'], true],
  [['/subscription/aws-mp'], false],
  [['/account'], true],
  [['/rbac/home', '/rbac/newRole', '/rbac/editRole/r1'], true],
  [['/workspaces', '/workspace/new'], false],
  [['/inventory', '/inventory/view', '/inventory/schedule', '/inventory/executions'], true],
  [['/inventory/executions/e1', '/inventory/compliance'], true],
  [['/standard'], true],
  [['/audit-trails'], true],
  [['/notifications', '/library'], true],
  [['/user-input', '/user-input/u1'], true],
];

const rows = table.flatMap(([paths, exists]) => paths.map((path) => [path, exists] as const));

describe('the route table', () => {
  it.each(rows.filter(([, exists]) => exists))('has a page for %s', (path) => {
    expect(matchedPattern(path)).not.toBe('*');
    expect(matchedPattern(path)).toBeDefined();
  });

  it.each(rows.filter(([, exists]) => !exists))('shows the 404 page for %s', (path) => {
    expect(matchedPattern(path)).toBe('*');
  });

  it.each(['/nowhere', '/users/ada/roles', '/approvals/view/a1/b', '/rbac'])(
    'shows the 404 page for the unknown path %s',
    (path) => expect(matchedPattern(path)).toBe('*'),
  );

  it.each([
    ['/bots/new', '/bots/new'],
    ['/bots/executions', '/bots/executions'],
    ['/users/new', '/users/new'],
    ['/approvals/view/a1', '/approvals/view/:approval_id'],
  ])('prefers fixed segments to variables for %s', (path, pattern) => {
    expect(matchedPattern(path)).toBe(pattern);
  });
});
