import { configure } from '@testing-library/react';

configure({
  // A machine that is busy with other tests answers late; nothing waits longer than it needs to.
  asyncUtilTimeout: 20_000,
  // What is said to screen readers a while after it was shown is a copy of it.
  defaultIgnore: 'script, style, [class*="awsui_announcer"]',
});
