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

/** Milliseconds between polls while a test is in progress. */
const testPollEvery = 2000;

export const isTesting = (one: Pick<IntegrationView, 'integrationState'>): boolean =>
  one.integrationState === 'TESTING';

/** The poll interval while the answer may still change, else false. */
export const pollIntervalWhile = (testing: boolean | undefined): number | false =>
  testing ? testPollEvery : false;

/** The message id of an integration's results: a new one replaces the previous one. */
export const resultMessageId = (accountId: string): string => `integration-${accountId}`;

/** Integrations whose test was started by a save. */
const testedAfterSave = new Set<string>();

const showResult = (one: IntegrationView): void => {
  const { accountId, alias, integrationState, state_reason } = one;
  const isSaved = testedAfterSave.delete(accountId);
  const id = resultMessageId(accountId);
  if (integrationState === 'ACTIVE') {
    flash.success('Connection established', { id, content: alias });
  }
  if (integrationState === 'ERROR') {
    const content = `${alias}: ${state_reason ?? 'Connection Not Established'}`;
    flash.error(isSaved ? 'Saved, but the test failed' : 'Test Failed', { id, content });
  }
};

/** Reports the result when a test that was seen in progress has ended. */
const useTestEnd = (one: IntegrationView | undefined): void => {
  const previousState = useRef<IntegrationState>(undefined);
  useEffect(() => {
    if (!one) return;
    if (previousState.current === 'TESTING' && !isTesting(one)) showResult(one);
    previousState.current = one.integrationState;
  }, [one]);
};

/** An integration, polled while it is tested; reports the result of the test. */
export const useTestedIntegration = (accountId: string) => {
  const query = useCall(
    integrations.getIntegration,
    { accountId },
    { poll: (data) => pollIntervalWhile(data && isTesting(data)) },
  );
  useTestEnd(query.data);
  return query;
};

type TestOptions = { sendMessage?: boolean; afterSave?: boolean; onSettled?: () => void };

/** Starts a test; the page that shows the integration follows it. */
export const useStartTest = () => {
  const queries = useQueryClient();
  const { mutate, isPending } = useAction(integrations.testIntegration);
  const start = (
    accountId: string,
    { sendMessage = false, afterSave, onSettled }: TestOptions = {},
  ) => {
    const id = resultMessageId(accountId);
    if (afterSave) testedAfterSave.add(accountId);
    else {
      testedAfterSave.delete(accountId);
      flash.remove(id);
    }
    const input = { accountId, send_message: sendMessage };
    mutate(input, {
      onSuccess: (integration) =>
        queries.setQueryData(queryKey(integrations.getIntegration, { accountId }), integration),
      onError: (error) => flash.error('Test Failed', { id, content: failureText(error) }),
      ...(onSettled && { onSettled }),
    });
  };
  return { start, isPending };
};

/** Follows a test if no other component shows this integration. */
const TestFollower = ({ accountId }: { accountId: string }) => {
  useTestedIntegration(accountId);
  return null;
};

type TestMessageProps = { one: IntegrationView; onSend: () => void; onClose: () => void };

const ConfirmTestMessage = ({ one, onSend, onClose }: TestMessageProps) => (
  <ConfirmModal
    title="Test connection"
    confirm="Send message"
    loading={false}
    onConfirm={onSend}
    onClose={onClose}
  >
    <Box variant="strong">{one.alias}</Box> can only be tested by a message. Everyone in its channel
    sees it.
  </ConfirmModal>
);

/**
 * `test` starts the test of an integration, after confirmation if it would send a message;
 * `elements` must be rendered on the page.
 */
export const useConnectionTest = ({ follow }: { follow: boolean }) => {
  const { start, isPending } = useStartTest();
  const [confirmTarget, setConfirmTarget] = useState<IntegrationView>();
  const [startedIds, setStartedIds] = useState<readonly string[]>([]);
  const begin = (
    { accountId }: IntegrationView,
    options: Pick<TestOptions, 'sendMessage' | 'afterSave'>,
  ) => {
    setConfirmTarget(undefined);
    const onSettled = () => setStartedIds((previous) => [...new Set([...previous, accountId])]);
    start(accountId, { ...options, onSettled });
  };
  const test = (one: IntegrationView) =>
    one.tested_by === 'message' ? setConfirmTarget(one) : begin(one, {});
  /** Tests a changed connection, unless that would need confirmation. */
  const testSaved = (one: IntegrationView, changed: boolean) => {
    if (changed && one.tested_by === 'call') begin(one, { afterSave: true });
  };
  const elements = (
    <>
      {follow &&
        startedIds.map((accountId) => <TestFollower key={accountId} accountId={accountId} />)}
      {confirmTarget && (
        <ConfirmTestMessage
          one={confirmTarget}
          onSend={() => begin(confirmTarget, { sendMessage: true })}
          onClose={() => setConfirmTarget(undefined)}
        />
      )}
    </>
  );
  return { test, testSaved, isStarting: isPending, elements };
};
