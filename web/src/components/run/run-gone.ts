/** What may have become of a run that somebody had a link to. */
export const runGone =
  "Ended runs are kept for as long as your plan says, or less if the bot's settings say so.";
