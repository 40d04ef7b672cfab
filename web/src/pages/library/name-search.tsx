import { useEffect, useEffectEvent, useState } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';

/** Milliseconds without a keystroke after which the search starts. */
const debounceMs = 400;

type Props = { value: string | undefined; onSearch: (name: string | undefined) => void };

/** Searches templates by a part of their names. */
export const NameSearch = ({ value, onSearch }: Props) => {
  const [text, setText] = useState(value ?? '');
  const [settled, setSettled] = useState(text);
  const [asked, setAsked] = useState(false);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== text.trim()) setText(value ?? '');
  }
  const search = useEffectEvent((wanted: string) => {
    const name = wanted.trim() || undefined;
    if (name !== value?.trim()) onSearch(name);
  });
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => search(settled), [settled]);
  return (
    <FormField stretch errorText={asked && text.trim() === '' ? 'Enter something...' : undefined}>
      <Input
        type="search"
        ariaLabel="Find templates by name"
        placeholder="Enter something..."
        clearAriaLabel="Clear search"
        value={text}
        onChange={({ detail }) => {
          setText(detail.value);
          setAsked(false);
        }}
        onKeyDown={({ detail }) => {
          if (detail.key !== 'Enter') return;
          setAsked(true);
          setSettled(text);
        }}
      />
    </FormField>
  );
};
