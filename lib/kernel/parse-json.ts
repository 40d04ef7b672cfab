/** The value of a text as JSON; undefined if the text is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The value of a text as JSON, else the text itself. */
export const parseJsonOrText = (text: string): unknown => {
  const value = parseJson(text);
  return value === undefined ? text : value;
};
