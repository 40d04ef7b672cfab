/** A character that people see: no space, control character, half, or one that is never shown. */
const seen = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether there is something to read in a text. */
export const saysSomething = (text: string): boolean => seen.test(text);
