import { useEffect, useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Icon from '@cloudscape-design/components/icon';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Preview } from '../trial/preview.ts';
import type { FieldContext } from './control.ts';

type Props = { text: string; title: string; preview: NonNullable<FieldContext['preview']> };

/** Milliseconds: results between two keystrokes are not shown. */
const previewDelay = 250;
const shownCharacters = 2000;

const usePreview = (text: string, { of }: Props['preview']): Preview | undefined => {
  const [answer, setAnswer] = useState<Preview>();
  useEffect(() => {
    let isOld = false;
    const loadPreview = async () => {
      const next = await of(text);
      if (!isOld) setAnswer(next);
    };
    const timer = setTimeout(() => void loadPreview(), previewDelay);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text, of]);
  return answer;
};

const valueText = (value: unknown): string => {
  if (value === undefined) return '(nothing)';
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)} …` : text;
};

const Answer = ({ answer }: { answer: Preview }) => {
  if ('problem' in answer) return <StatusIndicator type="error">{answer.problem}</StatusIndicator>;
  return (
    <>
      {answer.notes.map((note) => (
        <Box key={note} color="text-status-warning">
          <Icon name="status-warning" /> {note}
        </Box>
      ))}
      <div className="bot-preview-value">
        <Box variant="code">{valueText(answer.value)}</Box>
      </div>
    </>
  );
};

/** The result of an expression with the chosen data, updated while typing. */
export const ExpressionPreview = ({ text, title, preview }: Props) => {
  const answer = usePreview(text, preview);
  return (
    <section className="bot-preview" aria-label={`Preview of ${title}`}>
      <Box variant="small" color="text-body-secondary">
        Result with {preview.name}:
      </Box>
      {answer && <Answer answer={answer} />}
    </section>
  );
};
