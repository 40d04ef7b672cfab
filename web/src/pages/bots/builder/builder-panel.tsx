import './builder.css';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Token from '@cloudscape-design/components/token';
import { colorBackgroundContainerContent } from '@cloudscape-design/design-tokens';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { compareGraphs } from '#lib/domain/bots/version.rules.ts';
import { pathTo } from '#lib/pages.ts';
import { botBuilder } from '#web/api/bot-builder.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCurrentUser, useRefusal } from '#web/app/session.ts';
import { Bubble } from '#web/components/chat/bubble.tsx';
import { ErrorOccurred } from '#web/components/chat/error-occurred.tsx';
import { dividerColor } from '#web/components/divider-color.ts';
import { LinkButton } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import type { Edit } from '../editor/document/edit.ts';
import { Differences } from '../versions/differences.tsx';
import { BuilderInput } from './builder-input.tsx';
import { changeText, DecisionButtons } from './builder-canvas.tsx';
import {
  type Conversation,
  type Line,
  type Note,
  updateConversation,
  useConversation,
} from './conversation.ts';
import { ModelField } from './model-field.tsx';
import { Suggestions } from './suggestions.tsx';
import { spentText, toolText } from './tool-words.ts';
import { useModelChoice } from './use-model-choice.ts';
import { useAutoSend } from './use-auto-send.ts';

type Undo = { draft: Graph; onUndo: () => void };

/** A change can be undone here as long as the draft has not changed since. */
const NoteLine = ({ line, draft, onUndo }: { line: Note } & Undo) => (
  <Box color="text-body-secondary">
    {line.text}{' '}
    {line.applied === draft && (
      <Button variant="inline-link" ariaLabel="Undo the change" onClick={onUndo}>
        Undo
      </Button>
    )}
  </Box>
);

const ConversationLine = ({ line, person, ...undo }: { line: Line; person: string } & Undo) => {
  if (line.by === 'note') return <NoteLine line={line} {...undo} />;
  if (line.by === 'person') {
    return (
      <Bubble by="person" name={person} at={line.at}>
        <RichText text={line.text} />
      </Bubble>
    );
  }
  return (
    <div>
      <Bubble by="agent" name="AI builder" at={line.at}>
        <RichText text={line.text} />
      </Bubble>
      <Box variant="small" color="text-body-secondary">
        {spentText(line.usage)}
      </Box>
    </div>
  );
};

const CurrentActivity = ({ working }: { working: NonNullable<Conversation['working']> }) => {
  const last = working.tools.at(-1);
  return (
    <SpaceBetween size="xs" direction="horizontal" alignItems="center">
      <LiveRegion tagName="span">
        <StatusIndicator type="loading">
          {last === undefined ? 'Thinking' : toolText(last)}
        </StatusIndicator>
      </LiveRegion>
      <Button onClick={working.cancel}>Cancel</Button>
    </SpaceBetween>
  );
};

type ChangeProps = {
  builder: string;
  proposal: NonNullable<Conversation['proposal']>;
  draft: Graph;
  onEdit: (edit: Edit) => void;
};

const decisionColors = {
  ...dividerColor,
  '--builder-panel': colorBackgroundContainerContent,
} as CSSProperties;

const Change = ({ builder, proposal, draft, onEdit }: ChangeProps) => {
  const { before, after, problems, isUnfinished } = proposal;
  return (
    <section aria-label="Proposed change">
      <div className="builder-decision" style={decisionColors}>
        <Box variant="strong">{changeText(before, after)}</Box>
        <DecisionButtons {...{ builder, proposal, draft, onEdit }} />
      </div>
      <SpaceBetween size="m">
        {problems.length > 0 && (
          <Alert
            type="warning"
            header={isUnfinished ? 'The change is not finished' : 'Issues are left'}
          >
            <ul className="builder-issues">
              {problems.map(({ node_id = '', message }) => (
                <li key={`${node_id} ${message}`}>{message}</li>
              ))}
            </ul>
          </Alert>
        )}
        <Differences found={compareGraphs(before, after)} emptyText="Nothing differs." />
      </SpaceBetween>
    </section>
  );
};

const NoModel = () => (
  <Alert
    type="info"
    header="No model is connected"
    action={
      <LinkButton to={pathTo('integrations', {}, { category: 'AI' })}>Connect a model</LinkButton>
    }
  >
    The AI builder uses one of your models. Connect OpenAI, Amazon Bedrock or a custom model under
    Integrations.
  </Alert>
);

/**
 * Scrolls to the last message; a proposed change is scrolled to the beginning of its description.
 */
const useScrollToLast = (progress: string, isProposed: boolean) => {
  const last = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (progress === '') return;
    if (isProposed) last.current?.scrollIntoView?.({ block: 'start' });
    else end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [progress, isProposed]);
  return { last, end };
};

/** Changes whenever something is added at the end; '' while there are no messages. */
const progressKey = ({ lines, working, proposal, error }: Conversation): string =>
  [lines.length > 0 && `${lines.length}`, working && 'working', proposal && 'proposal', error]
    .filter(Boolean)
    .join(' ');

export type BuilderPanelProps = {
  /** The key of the conversation. */
  builder: string;
  draft: Graph;
  onEdit: (edit: Edit) => void;
  /** Undoes the last change of the draft. */
  onUndo: () => void;
  /** The user comes from findings of compliance. */
  isFromCompliance: boolean;
  /** The editor shows a dialog first, after which the draft may differ. */
  isHeld: boolean;
};

const useBuilderRefusal = (): string | undefined => {
  const listRefusal = useRefusal(integrations.listIntegrations);
  return useRefusal(botBuilder.askBuilder) ?? listRefusal;
};

/** A chat with a model that edits a copy of the draft. */
export const BuilderPanel = (props: BuilderPanelProps) => {
  const { builder, draft, onEdit, onUndo, isFromCompliance, isHeld } = props;
  const conversation = useConversation(builder);
  const { lines, working, proposal, enclosed, error } = conversation;
  const person = useCurrentUser().data?._id ?? 'You';
  const refusal = useBuilderRefusal();
  const choice = useModelChoice();
  const { last, end } = useScrollToLast(progressKey(conversation), proposal !== undefined);
  const isEmpty = lines.length === 0 && !working;
  const isMissing = !choice.isLoading && !choice.error && choice.chosen === undefined;
  let top: ReactNode = null;
  if (refusal !== undefined) top = <Alert type="info">{refusal}</Alert>;
  else if (choice.isLoading) top = <Loading text="Loading models" />;
  else if (choice.error) {
    top = <LoadFailed error={choice.error} subject="models" onRetry={choice.refetch} />;
  } else if (isMissing) top = <NoModel />;
  const model = top ? undefined : choice.chosen;
  const clear = choice.isClear ? model : undefined;
  useAutoSend({ builder, draft, isHeld, isLoading: choice.isLoading, model: clear });
  return (
    <SpaceBetween size="m">
      {top}
      {!top && <ModelField choice={choice} disabled={working !== undefined} />}
      {isEmpty && (
        <Suggestions {...{ builder, isFromCompliance }} hasTask={enclosed !== undefined} />
      )}
      <div role="log" aria-label="Messages">
        <SpaceBetween size="m">
          {lines.map((line, at) => (
            // Lines are only ever added at the end.
            <div key={at} ref={at === lines.length - 1 ? last : undefined}>
              <ConversationLine {...{ line, person, draft, onUndo }} />
            </div>
          ))}
        </SpaceBetween>
      </div>
      {working && <CurrentActivity working={working} />}
      {proposal && <Change {...{ builder, proposal, draft, onEdit }} />}
      {error !== undefined && (
        <ErrorOccurred
          text={error}
          onDismiss={() => updateConversation(builder, { error: undefined })}
        />
      )}
      {enclosed && (
        <Token
          label={`Attached: ${enclosed.what}`}
          dismissLabel="Remove the attachment"
          onDismiss={() =>
            updateConversation(builder, { enclosed: undefined, isSentAtOnce: undefined })
          }
        />
      )}
      <BuilderInput {...{ builder, draft, conversation, model }} />
      <div ref={end} />
    </SpaceBetween>
  );
};
