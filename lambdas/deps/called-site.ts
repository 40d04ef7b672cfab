/** Where the console is, for functions of the API, which each call tells (`knowingSite`). */
export const calledSite = { url: '' };
