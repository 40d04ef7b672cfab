import type { FindingFact } from '#lib/domain/inventory/scans/scan.schema.ts';
import type { QuestionFact } from '#lib/domain/questions/question.schema.ts';

/** What happened, by id, and of an event its title; the content stays in the stores. */
export type Fact =
  | {
      type: 'listener_event_received';
      tenant_id: string;
      listener_id: string;
      event_id: string;
      title?: string;
      /** It was handled before, and somebody wants it to be handled again. */
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
      /** Where nothing can be read, a message is sent. */
      send_message: boolean;
    };

/** Delivers each fact at least once, to the handler that the composition root gives. */
export type Bus = { publish(facts: Fact[]): Promise<void> };
