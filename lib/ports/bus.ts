import type { FindingFact } from '#lib/domain/inventory/scans/scan.schema.ts';
import type { QuestionFact } from '#lib/domain/questions/question.schema.ts';

/** Says what happened, by ids only (plus an event's title); the content stays in the stores. */
export type Fact =
  | {
      type: 'listener_event_received';
      tenant_id: string;
      listener_id: string;
      event_id: string;
      title?: string;
      /** The event was handled before, and a user asked for it to be handled again. */
      replayed?: true;
    }
  | FindingFact
  | QuestionFact
  | { type: 'run_ended'; tenant_id: string; bot_exc_id: string }
  | {
      type: 'integration_test_requested';
      tenant_id: string;
      integration_id: string;
      test_id: string;
      /** Whether the test may send a message where the connection offers nothing to read. */
      send_message: boolean;
    };

/** Delivers each fact at least once, to the handler that the composition root passes in. */
export type Bus = { publish(facts: Fact[]): Promise<void> };
