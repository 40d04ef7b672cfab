/** The text for a value that is too large for a response; `bytes` is its size. */
export const tooLargeText = (bytes: number): string =>
  `It is ${(bytes / 1_000_000).toFixed(1)} MB, too large to be shown here.`;
