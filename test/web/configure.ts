import { configure } from '@testing-library/react';

configure({
  // A machine busy with other tests answers late; nothing waits longer than it needs to.
  asyncUtilTimeout: 20_000,
  // Announcements to screen readers repeat a text some time after it was shown.
  defaultIgnore: 'script, style, [class*="awsui_announcer"]',
});
