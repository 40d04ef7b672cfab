import { asSettings, type Condition, type Database, updateItem } from '#lib/kernel/database.ts';
import type { Agent } from './agent.schema.ts';
import { agentTable } from './agent.table.ts';

/** What the programs of one organisation write of themselves, each by one conditional write. */
export const processStore = (db: Database, tenantId: string) => {
  const change = (id: string, fields: Partial<Agent>, condition: Condition): Promise<boolean> =>
    updateItem(db, agentTable, { tenant_id: tenantId, _id: id }, asSettings(fields), condition);

  return {
    /** Uses up the key that the agent may enrol with; false where it has another, or none. */
    enrol: (id: string, keyId: string, fields: Partial<Agent>): Promise<boolean> =>
      change(
        id,
        { ...fields, enrolment: undefined, enrolled_with: keyId },
        {
          text: '#enrolment.#key = :key',
          names: { '#enrolment': 'enrolment', '#key': 'key_id' },
          values: { ':key': keyId },
        },
      ),

    /** The process ends: another one may use the key at once. */
    leave: (id: string, instance: string): Promise<boolean> =>
      change(
        id,
        { running: undefined },
        {
          text: '#r.#instance = :instance',
          names: { '#r': 'running', '#instance': 'instance' },
          values: { ':instance': instance },
        },
      ),

    /**
     * Writes that a process of this agent asked for work; false where another one works with its
     * key, or the key was replaced.
     */
    claim: (
      { _id, public_key }: Pick<Agent, '_id' | 'public_key'>,
      fields: Partial<Agent> & Required<Pick<Agent, 'running'>>,
      now: string,
    ): Promise<boolean> =>
      change(_id, fields, {
        text:
          '#key = :key AND ' +
          '(attribute_not_exists(#r) OR #r.#instance = :instance OR #r.#until < :now)',
        names: {
          '#key': 'public_key',
          '#r': 'running',
          '#instance': 'instance',
          '#until': 'until',
        },
        values: { ':key': public_key, ':instance': fields.running.instance, ':now': now },
      }),
  };
};
