import { useState } from 'react';
import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ImportedBot } from '#lib/domain/bots/bot-file.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { handOverDraft } from '#web/app/draft-handover.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Loading } from '#web/components/loading.tsx';
import { ImportRefused, ImportResult } from './import-outcome.tsx';
import { type ImportMethod, ImportSource } from './import-source.tsx';
import { textRefusal } from '#web/components/files/read-file.ts';
import { TextLines } from '#web/components/files/text-lines.tsx';
import { type ImportText, useImport } from './use-import.ts';

type Import = ReturnType<typeof useImport>;

/** The text as received, and the result of reading it. */
const Preview = ({ source, importState }: { source: ImportText; importState: Import }) => {
  const { bot, error, markedLines, at, show, read } = importState;
  return (
    <SpaceBetween size="m">
      <div aria-live="polite">
        {error && <ImportRefused error={error} onLine={show} onRetry={() => read(source)} />}
        {bot && <ImportResult bot={bot} onLine={show} />}
        {!error && !bot && <Loading text="Reading the file" />}
      </div>
      <TextLines text={source.text} label={source.name} markedLines={markedLines} at={at} />
    </SpaceBetween>
  );
};

const useOpenInEditor = () => {
  const navigate = useNavigate();
  /** The positions in the file are kept; overlapping nodes are laid out again. */
  return async ({ problems: _problems, stripped: _stripped, ...draft }: ImportedBot) => {
    const { isLaidOut, tidyGraph } = await import('#web/components/graph/tidy.ts');
    const { graph } = draft;
    handOverDraft({ ...draft, graph: isLaidOut(graph) ? graph : tidyGraph(graph) });
    void navigate(pathTo('newBot'));
  };
};

/**
 * Imports a bot from a file: its text is shown, the server parses it, and the editor opens it
 * unsaved.
 */
export const ImportBot = ({ onClose }: { onClose: () => void }) => {
  const [method, setMethod] = useState<ImportMethod>('file');
  const [pasted, setPasted] = useState('');
  const importState = useImport();
  const openInEditor = useOpenInEditor();
  const { source, bot, read, back } = importState;
  const canRead = pasted.trim() !== '' && textRefusal(pasted) === undefined;
  return (
    <Dialog
      title="Import bot"
      size="large"
      actions={[
        source && (
          <Button key="back" onClick={back}>
            Back
          </Button>
        ),
        source && (
          <Button
            key="open"
            variant="primary"
            disabled={!bot}
            onClick={() => bot && void openInEditor(bot)}
          >
            Open in editor
          </Button>
        ),
        !source && method === 'text' && (
          <Button
            key="preview"
            variant="primary"
            disabled={!canRead}
            onClick={() => read({ name: 'Pasted text', text: pasted })}
          >
            Preview
          </Button>
        ),
      ]}
      onClose={onClose}
    >
      {source ? (
        <Preview source={source} importState={importState} />
      ) : (
        <ImportSource
          method={method}
          onMethod={setMethod}
          pasted={pasted}
          onPaste={setPasted}
          onFile={(name, text) => read({ name, text })}
        />
      )}
    </Dialog>
  );
};
