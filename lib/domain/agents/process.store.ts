import { asSettings, type Condition, type Database, updateItem } from '#lib/kernel/database.ts';
import type { Agent } from './agent.schema.ts';
import { agentTable } from './agent.table.ts';

/** What agents' processes record about themselves, each in one conditional write. */
export const processStore = (db: Database, tenantId: string) => {
  const change = (id: string, fields: Partial<Agent>, condition: Condition): Promise<boolean> =>
    updateItem(db, agentTable, { tenant_id: tenantId, _id: id }, asSettings(fields), condition);

  return {
    /** Uses up the enrolment key of the agent; false if the agent has a different one, or none. */
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

    /** Frees the key when the process stops, so that another one may use it at once. */
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
     * Records that a process of this agent asked for work; false if another process uses its key,
     * or the key was replaced.
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
