import { prefetchCurrentUser } from './api/early-requests.ts';
import { applyStoredMode } from './app/color-mode.ts';
import { pageCode } from './app/pages.ts';
import { currentAddress } from './app/current-address.ts';

// The page is not painted before this script has run (`blocking` in the built page), so that a page
// in the dark theme never shows white first.
applyStoredMode();

const loadCode = () => {
  // The console's code and the code of the page that the address names load in parallel. If the
  // page's code cannot be fetched, the component that draws the page reports it.
  void import('./main.tsx');
  const page = currentAddress();
  if (page) pageCode[page.key]().catch(() => {});
};

// The request for the signed-in user comes first: a browser sends six requests at a time, and the
// code consists of many files.
void prefetchCurrentUser().then(loadCode, loadCode);
