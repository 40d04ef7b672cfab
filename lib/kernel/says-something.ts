/** Matches a visible character: no space, control character, lone surrogate or invisible one. */
const seen = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text contains anything visible. */
export const saysSomething = (text: string): boolean => seen.test(text);
