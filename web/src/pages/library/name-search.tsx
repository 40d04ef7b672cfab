import { useEffect, useEffectEvent, useState } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';

/** Milliseconds without a keystroke after which the search starts. */
const debounceMs = 400;

type Props = { value: string | undefined; onSearch: (name: string | undefined) => void };

/** Searches templates by a part of their names. */
export const NameSearch = ({ value, onSearch }: Props) => {
  const [text, setText] = useState(value ?? '');
  const [debouncedText, setDebouncedText] = useState(text);
  const [isSubmitted, setSubmitted] = useState(false);
  const [previousValue, setPreviousValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    if (value !== text.trim()) setText(value ?? '');
  }
  const search = useEffectEvent((searchText: string) => {
    const name = searchText.trim() || undefined;
    if (name !== value?.trim()) onSearch(name);
  });
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => search(debouncedText), [debouncedText]);
  return (
    <FormField
      stretch
      errorText={isSubmitted && text.trim() === '' ? 'Enter something...' : undefined}
    >
      <Input
        type="search"
        ariaLabel="Find templates by name"
        placeholder="Enter something..."
        clearAriaLabel="Clear search"
        value={text}
        onChange={({ detail }) => {
          setText(detail.value);
          setSubmitted(false);
        }}
        onKeyDown={({ detail }) => {
          if (detail.key !== 'Enter') return;
          setSubmitted(true);
          setDebouncedText(text);
        }}
      />
    </FormField>
  );
};
