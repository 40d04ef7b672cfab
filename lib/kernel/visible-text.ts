/** Matches a visible character: no space, control character, lone surrogate or invisible one. */
const visibleCharacter =
  /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text contains anything visible. */
export const hasVisibleText = (text: string): boolean => visibleCharacter.test(text);
