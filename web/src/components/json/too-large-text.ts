/** Said of a value that no answer holds. */
export const tooLargeText = (bytes: number): string =>
  `It is ${(bytes / 1_000_000).toFixed(1)} MB, too large to be shown here.`;
