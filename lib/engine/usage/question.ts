import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { isUsed } from '#lib/domain/bots/settings.rules.ts';
import { questions } from '#lib/domain/questions/question.schema.ts';
import type { Bill } from './bill.ts';
import type { LaneItem } from './items.ts';
import type { Visit } from './visit.ts';

/** Bytes of an approval or user input with its decision. */
const questionBytes = 900;
const tokenBytes = 600;
const countBytes = 200;
/** The indexes that an answered question leaves: that of open ones, and that of pending ones. */
const pendingIndexes = 2;
/** GB-seconds of handling one function call, besides nodes: 512 MB for 100 ms. */
export const shortCallGbSeconds = 0.05;

const listed = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** The number of mails that a node sends; an expression counts as one person. */
export const mailCountOf = ({ type, settings }: GraphNode): number => {
  const facts = nodeFacts[type];
  if (facts.does === 'asks') return listed(settings[facts.people]);
  if (facts.does !== 'acts' || !facts.mails) return 0;
  const isMail = isUsed(nodeSettings[type].shape, facts.mails, settings);
  return isMail ? Math.max(1, listed(settings[facts.mails])) : 0;
};

/** The console's calls until enough people have decided, and the fact that ends the pause. */
const billDecisions = (bill: Bill, decisions: number, bytes: number, lastUnits: number): void => {
  for (let remaining = decisions; remaining > 0; remaining -= 1) {
    bill.add({ requests: 1, calls: 1, gbSeconds: shortCallGbSeconds });
    bill.read(bytes);
    bill.write(bytes, remaining === 1 ? lastUnits : 0);
  }
  bill.fact(shortCallGbSeconds);
  bill.read(bytes);
  bill.read(tokenBytes);
  bill.write(tokenBytes, 1);
  bill.write(bytes, 1);
};

/** Counts a decision: reads whether it was counted, reads the question again, and writes that. */
const billDecisionCount = (bill: Bill, bytes: number): void => {
  bill.read(countBytes);
  bill.read(bytes);
  bill.write(countBytes);
};

/** A pause that asks people: state `Pause`, and everything until the pause ends. */
export const billQuestion = (bill: Bill, item: LaneItem, visit: Visit): void => {
  const { node, decisions } = visit;
  const bytes = Math.max(questionBytes, visit.inputBytes);
  bill.add({ transitions: 1, calls: 1, gbSeconds: shortCallGbSeconds, mails: mailCountOf(node) });
  bill.write(tokenBytes, 1);
  item.read();
  bill.read(bytes);
  const facts = nodeFacts[node.type];
  const { indexes = 0, wholeIndexes = 0 } = facts.does === 'asks' ? questions[facts.question] : {};
  bill.write(bytes, indexes);
  // A further write records that the mail was sent.
  bill.write(bytes, wholeIndexes);
  item.ask();
  // A decision moves the question to the outbox. Without one it expires, or the run is ended.
  if (decisions > 0) {
    billDecisions(bill, decisions, bytes, pendingIndexes + 1);
    if (facts.does === 'asks' && facts.question === 'approval') billDecisionCount(bill, bytes);
  } else bill.write(bytes, pendingIndexes);
};
