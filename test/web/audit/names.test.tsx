import type { AuditRecordSummary } from '#lib/domain/audit/audit.schema.ts';
import { auditColumns } from '#web/pages/audit/audit-columns.tsx';
import { renderPage } from '../render.tsx';

const record = {
  _id: 'aud_1',
  user_id: 'rita@example.com',
  created_at: '2026-11-29T10:00:00.000Z',
  object_type: 'user',
} as unknown as AuditRecordSummary;

const actionOf = (overrides: Partial<AuditRecordSummary>) => {
  const column = auditColumns(
    () => 'Done.',
    () => {},
  ).find(({ id }) => id === 'action');
  return renderPage(<>{column?.cell({ ...record, ...overrides })}</>).container.textContent;
};

describe('the object of an action in the audit trail', () => {
  it('shows the name and address of a user', () => {
    const lee = { object_name: 'Lee', object_id: 'lee@example.com' };
    expect(actionOf(lee)).toContain('Done.Lee, lee@example.com');
  });

  it('is not shown when users acted on themselves', () => {
    expect(actionOf({ object_id: 'rita@example.com' })).not.toContain('rita@example.com');
  });

  it('shows the name in the evidence of a record without a name', () => {
    const inventoryRecord = { object_type: 'inventory', evidence: { Name: 'Public buckets' } };
    expect(actionOf(inventoryRecord)).toContain('Done.Public buckets');
  });
});
