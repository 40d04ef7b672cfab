type Counts = {
  passed: number;
  failed: number;
  failedFiles: { path: string; passed: number }[];
};

declare class ClosingLine {
  static closing: (first: Counts, again?: Counts) => { flaky: string[]; line: string };
  onRunComplete(contexts: unknown, results: object): void;
}

export = ClosingLine;
