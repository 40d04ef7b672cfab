import { nextPath } from '#web/pages/login/next-path.ts';

describe('finding the page to open after a sign-in', () => {
  it.each(['/bots', '/approvals/view/apr_1?filter=a', '/logs'])('returns the path %s', (path) => {
    expect(nextPath(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'bots',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/login',
    '/login?next=/bots',
    '/logout',
  ])('returns the start page when the address asks for %j', (path) => {
    expect(nextPath(path)).toBe('/');
  });
});
