import type { Database } from '#lib/kernel/database.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import { approvalCountStore } from '../approvals/approval-count.store.ts';
import type { Approval } from '../approvals/approval.schema.ts';
import {
  allPendingApprovals as allApprovals,
  approvalStore,
  unsentDecisions,
} from '../approvals/approval.store.ts';
import type { AwaitedItem, RunPosition } from '../pauses/pause.store.ts';
import { type WakeDeps, wakeRun } from '../pauses/wake.service.ts';
import type { NewUserInput, UserInput } from '../user-inputs/user-input.schema.ts';
import {
  allPendingInputs as allUserInputs,
  unsentSubmissions,
  userInputStore,
} from '../user-inputs/user-input.store.ts';
import type { QuestionKind } from './question.schema.ts';

/** The stored item of each kind of question, and what its creation takes. */
export type StoredQuestion = { approval: Approval; input: UserInput };
export type NewQuestion = { approval: Omit<Approval, 'tenant_id' | 'untold'>; input: NewUserInput };

/** What runs need from the store of a kind of question, in one organisation. */
type QuestionStore<K extends QuestionKind> = {
  get(id: string): Promise<(StoredQuestion[K] & RunPosition) | undefined>;
  /** Returns false if it exists already. */
  create(one: NewQuestion[K]): Promise<boolean>;
  /** Expires a pending question; returns false if it was answered meanwhile. */
  expire(one: StoredQuestion[K]): Promise<boolean>;
  /** Cancels a pending question because its run has ended; false if it is no longer pending. */
  withdraw(id: string): Promise<boolean>;
  /** Marks the people asked as mailed. */
  markTold(id: string): Promise<boolean>;
  /** Marks its run as told of the answer. */
  markSent(id: string): Promise<boolean>;
};

/** The standing of a question before or without an answer. */
type Standing = 'pending' | 'expired' | 'withdrawn';

type QuestionStorage<K extends QuestionKind> = {
  store(db: Database, tenantId: string): QuestionStore<K>;
  /** Pending questions of all organisations. */
  allPending(db: Database): AsyncGenerator<AwaitedItem>;
  /** Called once the run was told of the answer: counts an approval, and removes the mark. */
  settle(db: Database, one: StoredQuestion[K]): Promise<unknown>;
  /** Answered questions of all organisations whose runs have not been told. */
  unsent(db: Database): AsyncGenerator<{ tenant_id: string; _id: string }>;
  /** Rejects if a frame could not be delivered. */
  show(realtime: Realtime, tenantId: string, id: string, standing: Standing): Promise<void>;
};

const approvalStatusByStanding = {
  pending: 'pending',
  expired: 'expired',
  withdrawn: 'cancelled',
} as const;
const inputStatusByStanding = {
  pending: 'PENDING',
  expired: 'EXPIRED',
  withdrawn: 'EXPIRED',
} as const;

/** Counts a decision once, for the dashboards; its mark is removed last. */
const settleApproval = async (db: Database, approval: Approval): Promise<void> => {
  const { tenant_id, _id, outbox } = approval;
  if (outbox === undefined) return;
  const store = approvalStore(db, tenant_id);
  const counts = approvalCountStore(db, tenant_id);
  await counts.add(approval, async () => (await store.get(_id))?.outbox === undefined);
  await store.markSent(_id);
  counts.markSettled(approval);
};

const kinds: { [K in QuestionKind]: QuestionStorage<K> } = {
  approval: {
    store: approvalStore,
    settle: settleApproval,
    allPending: allApprovals,
    unsent: unsentDecisions,
    show: (realtime, tenantId, approval_id, standing) =>
      realtime.push(tenantId, 'approval_updated', {
        approval_id,
        status: approvalStatusByStanding[standing],
      }),
  },
  input: {
    store: userInputStore,
    settle: (db, { tenant_id, _id }) => userInputStore(db, tenant_id).markSent(_id),
    allPending: allUserInputs,
    unsent: unsentSubmissions,
    show: (realtime, tenantId, user_input_id, standing) =>
      realtime.push(tenantId, 'user_input_updated', {
        user_input_id,
        status: inputStatusByStanding[standing],
      }),
  },
};

/** The storage functions for a kind of question. */
export const questionStorage = <K extends QuestionKind>(kind: K): QuestionStorage<K> => kinds[kind];

type QuestionRef = { tenant_id: string; kind: QuestionKind; id: string };

/**
 * Notifies open consoles about the standing of a question. Consoles that are not reached load it
 * again by themselves.
 */
export const publishQuestionState = (
  realtime: Realtime,
  { tenant_id, kind, id }: QuestionRef,
  standing: Standing,
): Promise<void> =>
  questionStorage(kind)
    .show(realtime, tenant_id, id, standing)
    .catch(() => undefined);

/** Resumes the run that waits for an answered question. If repeated, it resumes only once. */
export const resumeAnswered = async (
  deps: WakeDeps,
  kind: QuestionKind,
  tenantId: string,
  id: string,
): Promise<void> => {
  const store = questionStorage(kind).store(deps.db, tenantId);
  const found = await store.get(id);
  if (!found) return;
  await wakeRun(deps, tenantId, found);
  await questionStorage(kind).settle(deps.db, found);
};
