export declare const wholeBrowser: string[];
export declare const testBrowsers: string[];
export declare const findBrowser: (names: string[]) => string | undefined;
export declare const installBrowser: (names: string[]) => string | undefined;
