import { askEarlyWhoIsSignedIn } from './api/early.ts';
import { showRememberedMode } from './app/mode.ts';
import { pageCode } from './app/pages.ts';
import { addressShown } from './app/shown-address.ts';

// The page is not painted before this script has run (`blocking` in the built page), so that a
// dark page never shows white first.
showRememberedMode();

const loadCode = () => {
  // The console and the code of the page that the address names load side by side. Whoever draws
  // the page says so where its code cannot be fetched.
  void import('./main.tsx');
  const page = addressShown();
  if (page) pageCode[page.key]().catch(() => {});
};

// First of all who asks: a browser asks six things at a time, and the code is many files.
void askEarlyWhoIsSignedIn().then(loadCode, loadCode);
