/** Why a linked run may no longer exist. */
export const runGoneText =
  "Ended runs are kept for as long as your plan says, or less if the bot's settings say so.";
