type Counts = {
  passed: number;
  failed: number;
  failedFiles: { path: string; passed: number }[];
};

declare class ClosingLine {
  static closingLines: (first: Counts, again?: Counts) => string;
  onRunComplete(contexts: unknown, results: object): void;
}

export = ClosingLine;
