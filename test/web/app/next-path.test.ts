import { nextPath } from '#web/pages/login/next-path.ts';

describe('where a sign-in leads', () => {
  it.each(['/bots', '/approvals/view/apr_1?filter=a', '/logs'])('is %s, a path here', (wanted) => {
    expect(nextPath(wanted)).toBe(wanted);
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
  ])('is the start where somebody else wrote %j into the address', (wanted) => {
    expect(nextPath(wanted)).toBe('/');
  });
});
