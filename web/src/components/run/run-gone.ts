/** What may have become of a run that somebody had a link to. */
export const runGone =
  'Runs are deleted some time after they have ended. Your plan says when, and bots may say sooner.';
