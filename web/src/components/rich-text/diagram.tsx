import './diagram.css';
import { useEffect, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useIsDark } from '#web/app/theme.ts';
import { AnyCode } from '#web/components/code/code-view.tsx';
import { Loading } from '#web/components/loading.tsx';
import { type DiagramResult, drawDiagram } from './draw-diagram.ts';

const errors = {
  invalid: 'Error in creating a mermaid chart — displaying raw code instead.',
  failed: 'Error rendering diagram',
} as const;

type NotDrawnProps = { type: keyof typeof errors; onRetry: () => void };

/** On a busy machine, the first diagram of a page may take longer than the time limit. */
const NotDrawn = ({ type, onRetry }: NotDrawnProps) => (
  <Alert type="warning" action={type === 'failed' && <Button onClick={onRetry}>Try again</Button>}>
    {errors[type]}
  </Alert>
);

const Drawing = ({ text, onRetry }: { text: string; onRetry: () => void }) => {
  const isDark = useIsDark();
  const [result, setResult] = useState<DiagramResult>();
  useEffect(() => {
    let isCurrent = true;
    void drawDiagram(text, isDark).then((one) => isCurrent && setResult(one));
    return () => {
      isCurrent = false;
    };
  }, [text, isDark]);
  if (!result) return <Loading text="Drawing the diagram" />;
  const code = <AnyCode text={text} language="" subject="code of the diagram" />;
  if (result.type !== 'drawn') {
    return (
      <SpaceBetween size="xs">
        <NotDrawn type={result.type} onRetry={onRetry} />
        {code}
      </SpaceBetween>
    );
  }
  return (
    <div className={isDark && result.isOnLight ? 'diagram diagram-on-light' : 'diagram'}>
      <img src={result.address} width={result.width} alt="Diagram" />
      <details>
        <summary>Code of the diagram</summary>
        {code}
      </details>
    </div>
  );
};

/** A diagram from its code; the code itself if it cannot be drawn. */
export const Diagram = ({ text }: { text: string }) => {
  const [attempt, setAttempt] = useState(1);
  return <Drawing key={attempt} text={text} onRetry={() => setAttempt(attempt + 1)} />;
};
