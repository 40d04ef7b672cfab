import type { Route } from './route.ts';

/** A page of the console, used by the router, navigation, breadcrumbs and links. */
export type Page = {
  /** Its address below `#`, with variables as `:name`. */
  path: `/${string}`;
  /** The page's title, unless the thing that it shows has a name of its own. */
  title: string;
  /** The parent page in breadcrumbs. The navigation marks the nearest ancestor that it lists. */
  within?: string;
  /** The page is a canvas without margins. */
  canvas?: true;
  /** Its entry in the navigation, in the order of this list. */
  menu?: Menu;
  /** The command of the console's search that opens the page. */
  command?: PageCommand;
};

type PageCommand = {
  /** Verb and object, as on buttons. */
  text: string;
  /** Synonyms that the search also matches. */
  synonyms: string;
  /** The guard of the call that the page makes. */
  guard: Pick<Route, 'method' | 'permission' | 'resource'>;
};

type Menu = {
  /** The entry's text, if it differs from the page's title. */
  text?: string;
  /** The heading above the entry. */
  section?: string;
  /** The guard of the call that reads the list; it also applies to the pages within. */
  guard: Pick<Route, 'method' | 'permission' | 'resource'>;
  /** Hidden from portal users, who answer these questions inside their runs. */
  staffOnly?: boolean;
};
