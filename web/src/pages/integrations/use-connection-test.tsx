import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Box from '@cloudscape-design/components/box';
import type {
  IntegrationState,
  IntegrationView,
} from '#lib/domain/integrations/integration.schema.ts';
import { integrations } from '#web/api/integrations.ts';
import { queryKey, useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { failureText } from '#web/components/failure-text.ts';

/** In milliseconds, while a test is under way. */
const testPoll = 2000;

export const isTesting = (one: Pick<IntegrationView, 'integrationState'>): boolean =>
  one.integrationState === 'TESTING';

/** How long after an answer the next is asked for, where something in it may still change. */
export const pollWhile = (testing: boolean | undefined): number | false =>
  testing ? testPoll : false;

/** What became of an integration is one message: the newest takes the place of those before. */
export const resultFlash = (accountId: string): string => `integration-${accountId}`;

/** Those whose test follows on their being saved. */
const savedBefore = new Set<string>();

const tellResult = (one: IntegrationView): void => {
  const { accountId, alias, integrationState, state_reason } = one;
  const isSaved = savedBefore.delete(accountId);
  const id = resultFlash(accountId);
  if (integrationState === 'ACTIVE') {
    flash.success('Connection established', { id, content: alias });
  }
  if (integrationState === 'ERROR') {
    const content = `${alias}: ${state_reason ?? 'Connection Not Established'}`;
    flash.error(isSaved ? 'Saved, but the test failed' : 'Test Failed', { id, content });
  }
};

/** Tells the result once a test has ended that was seen under way. */
const useTestEnd = (one: IntegrationView | undefined): void => {
  const before = useRef<IntegrationState>(undefined);
  useEffect(() => {
    if (!one) return;
    if (before.current === 'TESTING' && !isTesting(one)) tellResult(one);
    before.current = one.integrationState;
  }, [one]);
};

/** An integration, asked for again and again while it is tested; tells how the test ended. */
export const useTested = (accountId: string) => {
  const query = useCall(
    integrations.getIntegration,
    { accountId },
    { poll: (data) => pollWhile(data && isTesting(data)) },
  );
  useTestEnd(query.data);
  return query;
};

type Begun = { sendMessage?: boolean; afterSave?: boolean; onSettled?: () => void };

/** Begins a test; whoever shows the integration follows it from the answer on. */
export const useStartTest = () => {
  const queries = useQueryClient();
  const { mutate, isPending } = useAction(integrations.testIntegration);
  const start = (accountId: string, { sendMessage = false, afterSave, onSettled }: Begun = {}) => {
    const id = resultFlash(accountId);
    if (afterSave) savedBefore.add(accountId);
    else {
      savedBefore.delete(accountId);
      flash.remove(id);
    }
    const input = { accountId, send_message: sendMessage };
    mutate(input, {
      onSuccess: (begun) =>
        queries.setQueryData(queryKey(integrations.getIntegration, { accountId }), begun),
      onError: (error) => flash.error('Test Failed', { id, content: failureText(error) }),
      ...(onSettled && { onSettled }),
    });
  };
  return { start, isPending };
};

/** Follows a test where nothing else shows the one integration. */
const Followed = ({ accountId }: { accountId: string }) => {
  useTested(accountId);
  return null;
};

type Message = { one: IntegrationView; onSend: () => void; onClose: () => void };

const MayMessageBeSent = ({ one, onSend, onClose }: Message) => (
  <ConfirmModal
    title="Test connection"
    confirm="Send message"
    loading={false}
    onConfirm={onSend}
    onClose={onClose}
  >
    <Box variant="strong">{one.alias}</Box> can only be tested by a message that is sent. Everyone
    in its channel sees it.
  </ConfirmModal>
);

/**
 * `test` begins the test of an integration, after a question where a message would be sent;
 * `parts` has to be shown somewhere on the page.
 */
export const useConnectionTest = ({ follow }: { follow: boolean }) => {
  const { start, isPending } = useStartTest();
  const [asked, ask] = useState<IntegrationView>();
  const [begun, setBegun] = useState<readonly string[]>([]);
  const begin = ({ accountId }: IntegrationView, how: Pick<Begun, 'sendMessage' | 'afterSave'>) => {
    ask(undefined);
    const onSettled = () => setBegun((before) => [...new Set([...before, accountId])]);
    start(accountId, { ...how, onSettled });
  };
  const test = (one: IntegrationView) =>
    one.tested_by === 'message' ? ask(one) : begin(one, {});
  /** A changed connection is tested where nobody has to be asked for that. */
  const testSaved = (one: IntegrationView, changed: boolean) => {
    if (changed && one.tested_by === 'call') begin(one, { afterSave: true });
  };
  const parts = (
    <>
      {follow && begun.map((accountId) => <Followed key={accountId} accountId={accountId} />)}
      {asked && (
        <MayMessageBeSent
          one={asked}
          onSend={() => begin(asked, { sendMessage: true })}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
  return { test, testSaved, isStarting: isPending, parts };
};
