import { useEffect, useEffectEvent, useState } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type * as z from 'zod';
import { searchText } from '#lib/kernel/page.ts';

/** Milliseconds without a keystroke after which the search starts. */
const debounceMs = 400;

const normalizeText = (text: string): string | undefined =>
  text.trim().replace(/\s+/g, ' ') || undefined;

const errorIn = (text: string, rule: z.ZodType): string | undefined =>
  text.trim() === '' ? undefined : rule.safeParse(text).error?.issues[0]?.message;

type Props = {
  /** The label, with what is searched: `Find listeners by name`. */
  label: string;
  value: string | undefined;
  /** The API's rule for the text; by default the rule for names. */
  rule?: z.ZodType;
  onSearch: (text: string | undefined) => void;
};

/** A search field that follows the API's rules for search texts and shows violations. */
export const SearchBox = ({ label, value, rule = searchText, onSearch }: Props) => {
  const [text, setText] = useState(value ?? '');
  const [debouncedText, setDebouncedText] = useState(text);
  const [previousValue, setPreviousValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    // A search that this field started must not replace what was typed in the meantime.
    if (value !== normalizeText(debouncedText)) {
      setDebouncedText(value ?? '');
      if (value !== normalizeText(text)) setText(value ?? '');
    }
  }
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const search = useEffectEvent((query: string) => {
    if (errorIn(query, rule)) return;
    const found = normalizeText(query);
    if (found !== value) onSearch(found);
  });
  useEffect(() => search(debouncedText), [debouncedText]);
  return (
    <FormField stretch errorText={debouncedText === text ? errorIn(text, rule) : undefined}>
      <Input
        type="search"
        ariaLabel={label}
        placeholder={label}
        clearAriaLabel="Clear search"
        value={text}
        onChange={({ detail }) => setText(detail.value)}
        onKeyDown={({ detail }) => {
          if (detail.key === 'Enter') setDebouncedText(text);
        }}
      />
    </FormField>
  );
};
