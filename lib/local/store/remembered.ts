/** What is kept of one kind; more would be a leak, as the product's expressions are few. */
const most = 1000;

/** Makes each thing once by its text: the same expressions come again and again. */
export const remembered = <T>(make: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
};
